package dev.millrace.cdi;

import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.regex.Pattern;

import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The consumers of an application as a bean of the platform's management server. */
final class JmxBean {

    private static final System.Logger LOG = System.getLogger(JmxBean.class.getName());
    private static final Pattern PLAIN = Pattern.compile("[\\w./ -]+");

    private final MBeanServer server;
    private final ObjectName name;

    private JmxBean(MBeanServer server, ObjectName name) {
        this.server = server;
        this.name = name;
    }

    /** Registers a bean, with a number after the application's name where another application has the same. */
    static Optional<JmxBean> register(ConsumerControl control, String application) {
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            // Applications that start at the same time may have the same name.
            synchronized (server) {
                ObjectName name = name(application);
                for (int number = 2; server.isRegistered(name); number++) {
                    name = name(application + "-" + number);
                }
                server.registerMBean(control, name);
                return Optional.of(new JmxBean(server, name));
            }
        } catch (JMException | RuntimeException e) {
            LOG.log(Level.WARNING, "The drain cannot be asked for by JMX. Everything else works.", e);
            return Optional.empty();
        }
    }

    private static ObjectName name(String application) throws JMException {
        return new ObjectName("dev.millrace:type=Consumers,application="
                + (PLAIN.matcher(application).matches() ? application : ObjectName.quote(application)));
    }

    void takeBack() {
        try {
            server.unregisterMBean(name);
        } catch (JMException | RuntimeException e) {
            LOG.log(Level.DEBUG, () -> name + " is gone already (" + e + ").");
        }
    }
}

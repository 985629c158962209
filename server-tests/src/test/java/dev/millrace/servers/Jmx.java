package dev.millrace.servers;

import java.io.IOException;
import java.io.UncheckedIOException;

import javax.management.JMException;
import javax.management.JMX;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.millrace.cdi.ConsumerControl;

/** The management beans of a server, as an operator on its machine gets at them. */
final class Jmx implements AutoCloseable {

    private final JMXConnector connector;

    @SuppressWarnings("BanJNDI") // The address is that of a server we started.
    Jmx(ProcessHandle process) {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
            try {
                connector = JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
            } finally {
                machine.detach();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (AttachNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The consumers of an application. */
    ConsumerControl consumers(String application) {
        try {
            return JMX.newMXBeanProxy(
                    connector.getMBeanServerConnection(),
                    new ObjectName("dev.millrace:type=Consumers,application=" + application),
                    ConsumerControl.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.millrace.servers.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import javax.naming.InitialContext;
import javax.sql.DataSource;

import jakarta.ejb.EJB;
import jakarta.enterprise.concurrent.ManageableThread;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;

/** What works on the thread of a handler. */
@ApplicationScoped
public class Surroundings {

    @Inject
    Rows rows;

    @EJB
    Ledger ledger;

    @Inject
    UserTransaction transaction;

    /** {@code all works}, or what does not and why. */
    @SuppressWarnings("BanJNDI") // A constant name, and the look-up itself is what is tried.
    String look(String name) {
        List<String> broken = new ArrayList<>();
        attempt(
                broken,
                "CDI.current",
                () -> CDI.current().select(Rows.class).get().count("nothing"));
        attempt(broken, "java:comp", () -> (DataSource) new InitialContext().lookup("java:comp/DefaultDataSource"));
        attempt(broken, "data source", () -> rows.count("nothing"));
        attempt(broken, "JTA", () -> {
            transaction.begin();
            rows.insert("jta " + name);
            transaction.commit();
            return "";
        });
        attempt(broken, "EJB", () -> {
            ledger.enter("ejb " + name);
            return "";
        });
        attempt(
                broken,
                "class loader",
                () -> Thread.currentThread()
                        .getContextClassLoader()
                        .loadClass(Surroundings.class.getName())
                        .cast(this));
        attempt(broken, "managed thread", () -> (ManageableThread) Thread.currentThread());
        return broken.isEmpty() ? "all works" : broken.toString();
    }

    private static void attempt(List<String> broken, String what, Callable<?> attempt) {
        try {
            attempt.call();
        } catch (Exception | LinkageError e) {
            broken.add(what + ": " + e);
        }
    }
}

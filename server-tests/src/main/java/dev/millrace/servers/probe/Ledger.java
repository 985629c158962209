package dev.millrace.servers.probe;

import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/** Writes a row in the transaction of a session bean. */
@Stateless
public class Ledger {

    @Inject
    Rows rows;

    /** Adds a row. */
    public void enter(String name) {
        rows.insert(name);
    }
}

package dev.millrace.rest;

import java.lang.System.Logger.Level;
import java.util.Optional;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.enterprise.inject.spi.Extension;

import dev.millrace.spi.Settings;

/** Refuses an application whose drain would be open to everybody. A container finds it by itself. */
public class DrainExtension implements Extension {

    private static final System.Logger LOG = System.getLogger(DrainExtension.class.getName());

    /** Used by the container, and by tests. */
    public DrainExtension() {}

    void validated(@Observes AfterDeploymentValidation event) {
        try {
            DrainAccess access = DrainAccess.of(Settings.ofApplication());
            Optional<String> fault = access.fault();
            if (fault.isPresent()) {
                event.addDeploymentProblem(new DeploymentException(fault.get()));
            } else if (access.on()) {
                LOG.log(
                        Level.INFO,
                        () -> "POST millrace/drain drains the consumers, for the role " + access.role() + ".");
            }
        } catch (IllegalArgumentException e) {
            event.addDeploymentProblem(new DeploymentException("MILL-061 configuration: " + e.getMessage(), e));
        }
    }
}

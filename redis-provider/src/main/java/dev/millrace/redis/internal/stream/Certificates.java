package dev.millrace.redis.internal.stream;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collections;
import java.util.Optional;

import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

import org.jspecify.annotations.Nullable;

/**
 * Whom TLS trusts, and what it shows of itself. Files are read each time, since certificates are replaced
 * while an application runs. Their text shows no password.
 *
 * @param trustStore the platform's if empty
 * @param keyStore no certificate of one's own if empty
 */
public record Certificates(
        Optional<Path> trustStore,
        Optional<String> trustStorePassword,
        Optional<Path> keyStore,
        Optional<String> keyStorePassword) {

    /** What the platform trusts, and no certificate of one's own. */
    public static final Certificates OF_THE_PLATFORM =
            new Certificates(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private static final String PEM = "-----BEGIN CERTIFICATE-----";

    /**
     * Makes sockets that go by what the files hold now.
     *
     * @throws IllegalArgumentException if one cannot be read, naming the option and the file
     */
    public SSLSocketFactory sockets() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            // Null stands for the platform's own.
            trust.init(trustStore.map(this::trusted).orElse(null));
            context.init(keyStore.map(this::own).orElse(null), trust.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("TLS cannot be set up: " + e.getMessage() + ".", e);
        }
    }

    private KeyStore trusted(Path file) {
        try {
            byte[] content = Files.readAllBytes(file);
            // A PEM file is read as Latin-1 just to be told from a store.
            KeyStore store = new String(content, StandardCharsets.ISO_8859_1).contains(PEM)
                    ? storeOf(content)
                    : KeyStore.getInstance(file.toFile(), chars(trustStorePassword));
            for (String alias : Collections.list(store.aliases())) {
                if (store.isCertificateEntry(alias)) {
                    return store;
                }
            }
            // What a PKCS#12 store without its password looks like.
            throw new KeyStoreException("no certificate of an authority can be read in it");
        } catch (IOException | GeneralSecurityException e) {
            throw unreadable("trust-store", file, e);
        }
    }

    private static KeyStore storeOf(byte[] pem) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        for (Certificate each :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem))) {
            store.setCertificateEntry("certificate " + ++number, each);
        }
        return store;
    }

    private KeyManager[] own(Path file) {
        try {
            KeyStore store = KeyStore.getInstance(file.toFile(), chars(keyStorePassword));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, chars(keyStorePassword));
            return keys.getKeyManagers();
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            // An IllegalArgumentException is what the platform says of a file that is missing.
            throw unreadable("key-store", file, e);
        }
    }

    private static char @Nullable [] chars(Optional<String> password) {
        return password.map(String::toCharArray).orElse(null);
    }

    private static IllegalArgumentException unreadable(String option, Path file, Exception cause) {
        boolean saysWhy = cause.getMessage() != null && !(cause instanceof NoSuchFileException);
        String reason = saysWhy ? cause.getMessage() : cause.getClass().getSimpleName();
        return new IllegalArgumentException(
                "millrace.redis." + option + ": " + file + " cannot be used (" + reason
                        + "). Name a PKCS#12 or JKS store"
                        + (option.equals("trust-store") ? ", or a PEM file of certificates," : "")
                        + " and give its password in millrace.redis." + option + "-password.",
                cause);
    }

    @Override
    public String toString() {
        return "Certificates[trustStore=" + trustStore + ", keyStore=" + keyStore + "]";
    }
}

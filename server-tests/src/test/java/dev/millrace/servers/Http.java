package dev.millrace.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** Requests to the applications of a server. */
final class Http {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();
    private final int port;

    private final Map<String, String> headers;

    Http(int port) {
        this(port, Map.of());
    }

    private Http(int port, Map<String, String> headers) {
        this.port = port;
        this.headers = headers;
    }

    /** The same, for a user who logs in. */
    Http as(User user) {
        return new Http(port, Map.of("Authorization", user.basic()));
    }

    /** Status and body. */
    record Answer(int status, String body) {}

    Answer get(String path) {
        return send(request(path).GET());
    }

    Answer post(String path, String json, Map<String, String> more) {
        HttpRequest.Builder request = request(path)
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .header("Content-Type", "application/json");
        more.forEach(request::header);
        return send(request);
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(LIMIT)
                .header("Accept", "application/json, text/plain;q=0.5");
        headers.forEach(request::header);
        return request;
    }

    private Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}

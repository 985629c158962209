package dev.millrace.servers.ear.left;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.reflect.Type;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

import dev.millrace.Codecs;
import dev.millrace.PayloadCodec;

/** Notes as plain words, which this WAR alone of the EAR knows of. */
final class NoteCodec implements PayloadCodec {

    /** Makes it the codec of one topic. */
    @ApplicationScoped
    static class Chosen {
        @Produces
        @ApplicationScoped
        Codecs codecs() {
            return Codecs.everywhere(PayloadCodec.jsonb()).topic("ear.note", new NoteCodec());
        }
    }

    @Override
    public String contentType() {
        return "text/note";
    }

    @Override
    public byte[] encode(Object payload) {
        return ((Note) payload).text().getBytes(UTF_8);
    }

    @Override
    public Object decode(byte[] payload, Type type) {
        return new Note(new String(payload, UTF_8));
    }
}

package dev.millrace.redis.internal.stream;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Commands and replies as Java values. */
final class Resp {

    private Resp() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A command of its parts: bytes as they are, anything else as its text, collections element by element. */
    static byte[][] command(Object... parts) {
        List<byte[]> command = new ArrayList<>();
        for (Object part : parts) {
            append(command, part);
        }
        return command.toArray(new byte[0][]);
    }

    private static void append(List<byte[]> command, Object part) {
        if (part instanceof byte[] bytes) {
            command.add(bytes);
        } else if (part instanceof Iterable<?> several) {
            several.forEach(one -> append(command, one));
        } else {
            command.add(bytes(part.toString()));
        }
    }

    /** The fields of an entry, name and value in turn. */
    static List<Object> flat(Map<String, byte[]> fields) {
        List<Object> flat = new ArrayList<>();
        fields.forEach((name, value) -> {
            flat.add(name);
            flat.add(value);
        });
        return flat;
    }

    static String text(@Nullable Object reply) {
        return reply instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(reply);
    }

    static long number(@Nullable Object reply) {
        return reply instanceof Long number ? number : Long.parseLong(text(reply));
    }

    static List<?> list(@Nullable Object reply) {
        return reply instanceof List<?> list ? list : List.of();
    }

    /** Entries as XRANGE returns them; one whose fields are missing was deleted, and is left out. */
    static List<StreamEntry> entries(@Nullable Object reply) {
        List<StreamEntry> entries = new ArrayList<>();
        for (Object each : list(reply)) {
            List<?> entry = list(each);
            if (entry.size() == 2 && entry.get(1) != null) {
                entries.add(entry(text(entry.get(0)), entry.get(1)));
            }
        }
        return entries;
    }

    /** Entries by stream, as XREAD and XREADGROUP return them; none where nothing came. */
    static Map<String, List<StreamEntry>> streams(@Nullable Object reply) {
        Map<String, List<StreamEntry>> byKey = new LinkedHashMap<>();
        for (Object each : list(reply)) {
            List<?> stream = list(each);
            byKey.put(text(stream.get(0)), entries(stream.get(1)));
        }
        return byKey;
    }

    static StreamEntry entry(String id, @Nullable Object fields) {
        List<?> flat = list(fields);
        Map<String, byte[]> byName = new LinkedHashMap<>();
        for (int i = 0; i + 1 < flat.size(); i += 2) {
            if (flat.get(i + 1) instanceof byte[] value) {
                byName.put(text(flat.get(i)), value);
            }
        }
        return new StreamEntry(id, byName);
    }

    /** The value after a name in a flat list, as the INFO-like replies of RESP2 have it. */
    static @Nullable Object after(List<?> flat, String name) {
        for (int i = 0; i + 1 < flat.size(); i += 2) {
            if (text(flat.get(i)).equals(name)) {
                return flat.get(i + 1);
            }
        }
        return null;
    }
}

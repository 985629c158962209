package dev.millrace;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;

/** A trace by the rules of W3C Trace Context; {@link #NONE} stands for the absence of one. */
final class W3cTrace implements TraceContext {

    static final W3cTrace NONE = new W3cTrace(null, null, 0, null, null, null);

    private static final int SAMPLED = 1;

    /** Version, trace id, parent id and flags with their hyphens: the whole length in version 00. */
    private static final int LENGTH = 55;

    private static final int LONGEST_NAME = "x-request-id".length();

    private final @Nullable String traceId;
    private final @Nullable String spanId;
    private final int flags;
    private final @Nullable String tracestate;
    private final @Nullable String baggage;
    private final @Nullable String requestId;

    private W3cTrace(
            @Nullable String traceId,
            @Nullable String spanId,
            int flags,
            @Nullable String tracestate,
            @Nullable String baggage,
            @Nullable String requestId) {
        this.traceId = traceId;
        this.spanId = spanId;
        this.flags = flags;
        this.tracestate = tracestate;
        this.baggage = baggage;
        this.requestId = requestId;
    }

    static W3cTrace create(Map<String, String> received) {
        return new W3cTrace(
                newTraceId(), newSpanId(), SAMPLED, null, received.get("baggage"), received.get("x-request-id"));
    }

    static W3cTrace continuing(Map<String, String> headers) {
        Map<String, String> received = traceHeaders(headers);
        String parent = received.get("traceparent");
        if (parent == null || !wellFormed(parent)) {
            return create(received);
        }
        return new W3cTrace(
                parent.substring(3, 35),
                newSpanId(),
                Character.digit(parent.charAt(54), 16) & SAMPLED,
                Optional.ofNullable(received.get("tracestate"))
                        .flatMap(Tracestate::parse)
                        .orElse(null),
                received.get("baggage"),
                received.get("x-request-id"));
    }

    private static Map<String, String> traceHeaders(Map<String, String> headers) {
        Map<String, String> found = new LinkedHashMap<>();
        headers.forEach((name, value) -> {
            if (name.length() <= LONGEST_NAME) {
                String lower = name.toLowerCase(Locale.ROOT);
                switch (lower) {
                    case "traceparent", "tracestate", "baggage", "x-request-id" -> keep(found, lower, value);
                    default -> {}
                }
            }
        });
        return found;
    }

    /** Names that differ in case only are one header sent twice: lists are joined, and two parents are none. */
    private static void keep(Map<String, String> found, String name, String received) {
        String value = received.strip();
        if (value.isEmpty() || isUnsafe(received)) {
            return;
        }
        if (name.equals("x-request-id")) {
            found.putIfAbsent(name, value);
        } else {
            found.merge(name, value, (first, second) -> first + "," + second);
        }
    }

    /** Whether a value could break out of its header when it is sent along; a tab is white space there. */
    private static boolean isUnsafe(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Character.isISOControl(c) && c != '\t') {
                return true;
            }
        }
        return false;
    }

    /** Section 3.2 of Trace Context: a later version may be longer, version ff and all-zero ids are invalid. */
    private static boolean wellFormed(String parent) {
        boolean length = parent.length() == LENGTH
                || (parent.length() > LENGTH && parent.charAt(LENGTH) == '-' && !parent.startsWith("00"));
        return length
                && parent.charAt(2) == '-'
                && parent.charAt(35) == '-'
                && parent.charAt(52) == '-'
                && isHex(parent, 0, 2)
                && !parent.startsWith("ff")
                && isHex(parent, 3, 35)
                && !isZero(parent, 3, 35)
                && isHex(parent, 36, 52)
                && !isZero(parent, 36, 52)
                && isHex(parent, 53, 55);
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) != '0') {
                return false;
            }
        }
        return true;
    }

    private static String newTraceId() {
        return newSpanId() + newSpanId();
    }

    private static String newSpanId() {
        long id;
        do {
            id = ThreadLocalRandom.current().nextLong();
        } while (id == 0);
        String hex = Long.toHexString(id);
        return "0".repeat(16 - hex.length()) + hex;
    }

    @Override
    public Optional<String> traceId() {
        return Optional.ofNullable(traceId);
    }

    @Override
    public Optional<String> spanId() {
        return Optional.ofNullable(spanId);
    }

    @Override
    public boolean sampled() {
        return (flags & SAMPLED) != 0;
    }

    @Override
    public Optional<String> tracestate() {
        return Optional.ofNullable(tracestate);
    }

    @Override
    public Optional<String> baggage() {
        return Optional.ofNullable(baggage);
    }

    @Override
    public Optional<String> requestId() {
        return Optional.ofNullable(requestId);
    }

    @Override
    public Map<String, String> outboundHeaders() {
        if (traceId == null) {
            return Map.of();
        }
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("traceparent", "00-" + traceId + "-" + spanId + (sampled() ? "-01" : "-00"));
        putIfPresent(headers, "tracestate", tracestate);
        putIfPresent(headers, "baggage", baggage);
        putIfPresent(headers, "x-request-id", requestId);
        return Collections.unmodifiableMap(headers);
    }

    private static void putIfPresent(Map<String, String> headers, String name, @Nullable String value) {
        if (value != null) {
            headers.put(name, value);
        }
    }

    @Override
    public TraceContext child() {
        return new W3cTrace(
                traceId == null ? newTraceId() : traceId,
                newSpanId(),
                traceId == null ? SAMPLED : flags,
                tracestate,
                baggage,
                requestId);
    }

    @Override
    public Scope open() {
        return TraceScope.open(this);
    }

    /** The ids alone: baggage may hold what belongs in no log. */
    @Override
    public String toString() {
        return "TraceContext[" + (traceId == null ? "none" : traceId + "-" + spanId) + "]";
    }
}

package dev.millrace;

import java.util.Locale;

/** A content type as far as codecs tell them apart: without parameters, case, and the prefixes of unregistered names. */
record MediaType(String type, String subtype) {

    static MediaType of(String contentType) {
        int end = contentType.indexOf(';');
        String essence = (end < 0 ? contentType : contentType.substring(0, end)).strip();
        int slash = essence.indexOf('/');
        return slash < 0
                ? new MediaType("", essence)
                : new MediaType(
                        essence.substring(0, slash).toLowerCase(Locale.ROOT),
                        essence.substring(slash + 1)
                                .toLowerCase(Locale.ROOT)
                                .replaceFirst("^(x-|vnd\\.(?=[^.]+$))", ""));
    }

    /** Whether it names a format at all: a header of that name may hold anything, and bytes say nothing. */
    boolean namesFormat() {
        return !type.isEmpty() && !equals(new MediaType("application", "octet-stream"));
    }

    boolean isText() {
        return type.equals("text");
    }

    /** The format itself: {@code json} of {@code application/json} and of {@code application/problem+json}. */
    String format() {
        return subtype.substring(subtype.lastIndexOf('+') + 1);
    }
}

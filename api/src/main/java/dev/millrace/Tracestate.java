package dev.millrace;

import java.util.Optional;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** Section 3.3 of Trace Context: a list that is not understood is dropped whole, and the trace goes on. */
final class Tracestate {

    private static final int MEMBERS = 32;

    private static final Pattern MEMBER =
            Pattern.compile("(?:[a-z][_0-9a-z\\-*/]{0,255}|[a-z0-9][_0-9a-z\\-*/]{0,240}@[a-z][_0-9a-z\\-*/]{0,13})"
                    + "=[\\x20-\\x2b\\x2d-\\x3c\\x3e-\\x7e]{0,255}[\\x21-\\x2b\\x2d-\\x3c\\x3e-\\x7e]");

    private Tracestate() {}

    /** The list without the white space and the empty members that senders may leave in it. */
    static Optional<String> parse(String value) {
        StringJoiner members = new StringJoiner(",");
        int count = 0;
        for (String part : value.split(",", -1)) {
            String member = part.strip();
            if (member.isEmpty()) {
                continue;
            }
            if (++count > MEMBERS || !MEMBER.matcher(member).matches()) {
                return Optional.empty();
            }
            members.add(member);
        }
        return count == 0 ? Optional.empty() : Optional.of(members.toString());
    }
}

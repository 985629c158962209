package dev.millrace;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What JSON-B does not tell: it reads the first value of a text and passes over whatever follows, so that
 * two objects in one payload would be taken for one; and it calls itself for what is nested, until the stack
 * is at its end.
 */
final class JsonText {

    private static final Pattern SCALAR =
            Pattern.compile("-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null");

    private JsonText() {}

    /** Whether nothing but white space follows the first value of a text that begins with a well-formed one. */
    static boolean holdsOneValue(String text) {
        int start = skipSpace(text, 0);
        if (start < text.length() && "{[\"".indexOf(text.charAt(start)) >= 0) {
            return skipSpace(text, endOfValue(text, start)) == text.length();
        }
        Matcher scalar = SCALAR.matcher(text).region(start, text.length());
        return scalar.lookingAt() && skipSpace(text, scalar.end()) == text.length();
    }

    /** How many objects and arrays are around the innermost one, with it. */
    static int depth(String text) {
        int deepest = 0;
        int depth = 0;
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            depth += step(c);
            deepest = Math.max(deepest, depth);
            i = c == '"' ? endOfString(text, i) : i + 1;
        }
        return deepest;
    }

    private static int endOfValue(String text, int start) {
        int depth = 0;
        int i = start;
        while (i < text.length()) {
            char c = text.charAt(i);
            depth += step(c);
            i = c == '"' ? endOfString(text, i) : i + 1;
            if (depth == 0) {
                return i;
            }
        }
        return text.length();
    }

    private static int step(char c) {
        return c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    }

    private static int endOfString(String text, int quote) {
        int i = quote + 1;
        while (i < text.length() && text.charAt(i) != '"') {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return i + 1;
    }

    private static int skipSpace(String text, int from) {
        int i = from;
        while (i < text.length() && isSpace(text.charAt(i))) {
            i++;
        }
        return i;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }
}

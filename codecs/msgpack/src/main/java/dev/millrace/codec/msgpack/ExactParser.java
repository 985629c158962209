package dev.millrace.codec.msgpack;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;

/** Refuses nesting that is too deep, which the library's parser follows to any depth. */
final class ExactParser extends JsonParserDelegate {

    ExactParser(JsonParser parser) {
        super(parser);
    }

    @Override
    public JsonToken nextToken() throws IOException {
        JsonToken token = delegate.nextToken();
        if (token.isStructStart()) {
            streamReadConstraints().validateNestingDepth(depth());
        }
        return token;
    }

    @Override
    public JsonToken nextValue() throws IOException {
        JsonToken token = nextToken();
        return token == JsonToken.FIELD_NAME ? nextToken() : token;
    }

    @Override
    public JsonParser skipChildren() throws IOException {
        if (currentToken().isStructStart()) {
            int inside = depth();
            while (depth() >= inside) {
                nextToken();
            }
        }
        return this;
    }

    private int depth() {
        return getParsingContext().getNestingDepth();
    }
}

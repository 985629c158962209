/** Payloads through Jackson. */
module dev.millrace.codec.jackson {
    requires transitive com.fasterxml.jackson.databind;
    requires com.fasterxml.jackson.datatype.jdk8;
    requires com.fasterxml.jackson.datatype.jsr310;
    requires transitive dev.millrace;
    requires static transitive org.jspecify;

    exports dev.millrace.codec.jackson;

    provides dev.millrace.spi.CodecProvider with
            dev.millrace.codec.jackson.JacksonCodecProvider;
}

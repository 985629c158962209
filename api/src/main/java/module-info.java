/** What Millrace promises: messages, handlers, brokers; and, in {@code spi}, the parts that providers share. */
module dev.millrace {
    requires static jakarta.json;
    requires static jakarta.json.bind;
    requires static transitive org.jspecify;

    exports dev.millrace;
    exports dev.millrace.spi;

    uses dev.millrace.spi.CodecProvider;
}

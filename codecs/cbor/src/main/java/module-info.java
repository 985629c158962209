/** Payloads in CBOR. */
module dev.millrace.codec.cbor {
    requires transitive com.fasterxml.jackson.dataformat.cbor;
    requires transitive dev.millrace.codec.jackson;
    requires static transitive org.jspecify;

    exports dev.millrace.codec.cbor;

    provides dev.millrace.spi.CodecProvider with
            dev.millrace.codec.cbor.CborCodecProvider;
}

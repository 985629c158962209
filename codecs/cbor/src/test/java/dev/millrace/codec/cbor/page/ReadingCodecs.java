package dev.millrace.codec.cbor.page;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

import dev.millrace.Codecs;
import dev.millrace.PayloadCodec;
import dev.millrace.codec.cbor.CborCodec;

class ReadingCodecs {

    @Produces
    @ApplicationScoped
    Codecs codecs() {
        return Codecs.everywhere(PayloadCodec.jsonb()).topic("readings", new CborCodec());
    }
}

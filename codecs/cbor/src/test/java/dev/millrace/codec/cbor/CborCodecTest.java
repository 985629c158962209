package dev.millrace.codec.cbor;

import java.util.HexFormat;
import java.util.List;

import dev.millrace.PayloadCodec;
import dev.millrace.tck.CodecContract;

class CborCodecTest implements CodecContract {

    @Override
    public PayloadCodec codec() {
        return new CborCodec();
    }

    @Override
    public List<byte[]> malformed() {
        return List.of(
                new byte[0],
                // A map of one that ends before its key, two maps, a text that claims two gigabytes.
                new byte[] {(byte) 0xa1},
                new byte[] {(byte) 0xa0, (byte) 0xa0},
                new byte[] {0x7a, 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff, 'a'});
    }

    @Override
    public byte[] nothing() {
        return new byte[] {(byte) 0xf6};
    }

    @Override
    public byte[] nested(int levels) {
        // A map of one, its key "next", as often as needed, and an empty map.
        return HexFormat.of().parseHex("a1646e657874".repeat(levels - 1) + "a0");
    }
}

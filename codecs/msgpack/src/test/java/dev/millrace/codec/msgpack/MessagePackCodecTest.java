package dev.millrace.codec.msgpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;

import dev.millrace.PayloadCodec;
import dev.millrace.PayloadException;
import dev.millrace.tck.CodecContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.msgpack.jackson.dataformat.MessagePackMapper;

class MessagePackCodecTest implements CodecContract {

    @Override
    public PayloadCodec codec() {
        return new MessagePackCodec();
    }

    @Override
    public List<byte[]> malformed() {
        return List.of(
                new byte[0],
                // A map of one that ends before its key, two maps, a text that claims two gigabytes or is no UTF-8.
                new byte[] {(byte) 0x81},
                new byte[] {(byte) 0x80, (byte) 0x80},
                new byte[] {(byte) 0xdb, 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff, 'a'},
                new byte[] {(byte) 0x81, (byte) 0xa3, 's', 'k', 'u', (byte) 0xa1, (byte) 0x80});
    }

    @Override
    public byte[] nothing() {
        return new byte[] {(byte) 0xc0};
    }

    @Override
    public byte[] nested(int levels) {
        // A map of one, its key "next", as often as needed, and an empty map.
        return HexFormat.of().parseHex("81a46e657874".repeat(levels - 1) + "80");
    }

    @ParameterizedTest
    @CsvSource({
        "cfffffffffffffffff, java.lang.Long",
        "cfffffffffffffffff, java.lang.Integer",
        "cb7e37e43c8800759c, java.lang.Long",
        "cb7e37e43c8800759c, java.lang.Float",
        "ccc8, java.lang.Byte"
    })
    void numberThatDoesNotFitIsToldToAMapperOfOnesOwn(String payload, Class<?> type) {
        PayloadCodec codec = new MessagePackCodec(new MessagePackMapper());

        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> codec.decode(HexFormat.of().parseHex(payload), type))
                .withMessageContaining("does not fit " + type.getName());
    }

    @Test
    void booleanIsItsNameWhereTextIsAskedFor() {
        byte[] line = codec().encode(Map.of("sku", true));

        assertThat(codec().decode(line, Line.class)).isEqualTo(new Line("true", 0));
    }

    @Test
    void keysOfAnyLengthAndAlphabetArrive() {
        Map<String, Integer> map =
                Map.of("", 1, "Zoë", 2, "東".repeat(20), 3, "ü".repeat(200), 4, "x".repeat(70_000), 5);

        assertThat(codec().decode(codec().encode(map), Map.class)).isEqualTo(map);
    }

    @Test
    void halfASurrogatePairIsRefusedAsAKeyToo() {
        assertThatIllegalArgumentException().isThrownBy(() -> codec().encode(Map.of("\ud83d", 1)));
    }
}

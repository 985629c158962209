package dev.millrace.codec.msgpack;

import java.util.Map;

/** Says whether text arrives: run on platforms of several charsets. */
public final class CharsetProgram {

    private CharsetProgram() {}

    public static void main(String[] args) {
        MessagePackCodec codec = new MessagePackCodec();
        Map<String, String> sent = Map.of("Zoë", "東京 🎉");
        System.out.print(codec.decode(codec.encode(sent), Map.class).equals(sent));
    }
}

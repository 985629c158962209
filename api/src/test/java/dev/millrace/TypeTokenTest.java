package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;

import org.junit.jupiter.api.Test;

class TypeTokenTest {

    @Test
    void keepsGenericParameters() {
        assertThat(new TypeToken<List<String>>() {}.type().getTypeName()).isEqualTo("java.util.List<java.lang.String>");
    }

    @Test
    void standsForATypeFoundByReflection() {
        assertThat(TypeToken.of(String.class).type()).isEqualTo(String.class);
    }

    @Test
    @SuppressWarnings("rawtypes")
    void rawSubclassIsRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new TypeToken() {})
                .withMessage("TypeToken: a direct subclass must name the type it stands for"
                        + " (was dev.millrace.TypeToken). Write new TypeToken<List<Order>>() {}.");
    }

    @Test
    void indirectSubclassIsRefusedInsteadOfMisread() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new ListToken<String>() {})
                .withMessageContaining("ListToken<java.lang.String>");
    }

    private abstract static class ListToken<T> extends TypeToken<List<T>> {}
}

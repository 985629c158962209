package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Generic parameters are resolved against the bean class (HND-5). */
class TypeArgumentsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain    | java.lang.String                                    | false",
                "single   | java.lang.Integer                                   | false",
                "list     | java.util.List<java.util.List<java.lang.Integer>>   | false",
                "array    | java.lang.Integer[]                                 | false",
                "lists    | java.util.List<java.lang.Integer>[]                 | false",
                "wildcard | java.util.List<? extends java.lang.Integer>         | false",
                "lower    | java.util.List<? super java.lang.Integer>           | false",
                "any      | java.util.List<?>                                   | false",
                "open     | java.util.Map<java.lang.Integer, B>                 | true",
            })
    void aParameterIsSeenFromTheBeanClass(String method, String expected, boolean open) throws Exception {
        Type declared = List.of(Base.class.getDeclaredMethods()).stream()
                .filter(each -> each.getName().equals(method))
                .findFirst()
                .orElseThrow()
                .getGenericParameterTypes()[0];
        Type resolved = TypeArguments.of(Bean.class).resolve(declared);
        assertThat(resolved.getTypeName()).isEqualTo(expected);
        assertThat(TypeArguments.isOpen(resolved)).isEqualTo(open);
    }

    static class Base<T, U, V> {
        void plain(String value) {}

        void single(T value) {}

        void list(List<U> value) {}

        void array(T[] value) {}

        void lists(List<T>[] value) {}

        void wildcard(List<? extends T> value) {}

        void lower(List<? super T> value) {}

        void any(List<?> value) {}

        void open(Map<T, V> value) {}
    }

    static class Middle<A, B> extends Base<A, List<A>, B> {}

    static class Bean<B> extends Middle<Integer, B> {}
}

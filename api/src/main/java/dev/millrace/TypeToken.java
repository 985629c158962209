package dev.millrace;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * A type with its generic parameters, kept at run time by an anonymous subclass:
 * {@code message.json(new TypeToken<List<Order>>() {})}.
 *
 * @param <T> the type described
 */
public abstract class TypeToken<T> {

    private final Type type;

    /**
     * Takes the type from the subclass.
     *
     * @throws IllegalStateException if the subclass names no type argument, or is no direct subclass
     */
    protected TypeToken() {
        if (!(getClass().getGenericSuperclass() instanceof ParameterizedType parameterized)
                || parameterized.getRawType() != TypeToken.class) {
            throw new IllegalStateException("TypeToken: a direct subclass must name the type it stands for (was "
                    + getClass().getGenericSuperclass().getTypeName() + "). Write new TypeToken<List<Order>>() {}.");
        }
        this.type = parameterized.getActualTypeArguments()[0];
    }

    private TypeToken(Type type) {
        this.type = type;
    }

    /** A token for a type found by reflection. */
    public static TypeToken<?> of(Type type) {
        return new TypeToken<Object>(Require.notNull("type", type)) {};
    }

    /** The type described. */
    public final Type type() {
        return type;
    }
}

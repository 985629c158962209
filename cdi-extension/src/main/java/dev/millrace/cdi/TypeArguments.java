package dev.millrace.cdi;

import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * What the type variables of a class's superclasses and interfaces stand for in that class. Read by reflection, since
 * containers report an inherited parameter's type raw.
 */
final class TypeArguments {

    private final Map<TypeVariable<?>, Type> arguments = new HashMap<>();

    private TypeArguments(Class<?> beanClass) {
        learnAbove(beanClass);
    }

    private void learnAbove(Class<?> type) {
        Type parent = type.getGenericSuperclass();
        if (parent != null) {
            learn(parent);
        }
        for (Type each : type.getGenericInterfaces()) {
            learn(each);
        }
    }

    private void learn(Type parent) {
        if (parent instanceof ParameterizedType parameterized) {
            TypeVariable<?>[] variables = erase(parent).getTypeParameters();
            Type[] values = parameterized.getActualTypeArguments();
            for (int i = 0; i < variables.length; i++) {
                arguments.put(variables[i], resolve(values[i]));
            }
        }
        learnAbove(erase(parent));
    }

    static TypeArguments of(Class<?> beanClass) {
        return new TypeArguments(beanClass);
    }

    /** The type with every known variable replaced. */
    Type resolve(Type type) {
        if (type instanceof TypeVariable<?> variable) {
            Type value = arguments.get(variable);
            return value == null ? variable : value;
        }
        if (type instanceof ParameterizedType parameterized) {
            return new Parameterized(
                    parameterized.getRawType(),
                    parameterized.getOwnerType(),
                    resolveAll(parameterized.getActualTypeArguments()));
        }
        if (type instanceof GenericArrayType array) {
            Type component = resolve(array.getGenericComponentType());
            return component instanceof Class<?> known
                    ? Array.newInstance(known, 0).getClass()
                    : new GenericArray(component);
        }
        if (type instanceof WildcardType wildcard) {
            return new Wildcard(resolveAll(wildcard.getUpperBounds()), resolveAll(wildcard.getLowerBounds()));
        }
        return type;
    }

    /** What a method takes at run time where it is overridden in that class. */
    List<Class<?>> parameters(Method method) {
        return Arrays.stream(method.getGenericParameterTypes())
                .map(this::resolve)
                .<Class<?>>map(TypeArguments::erase)
                .toList();
    }

    private List<Type> resolveAll(Type[] types) {
        return Arrays.stream(types).map(this::resolve).toList();
    }

    /** Whether a resolved type still holds a variable. */
    static boolean isOpen(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return Arrays.stream(parameterized.getActualTypeArguments()).anyMatch(TypeArguments::isOpen);
        }
        if (type instanceof GenericArrayType array) {
            return isOpen(array.getGenericComponentType());
        }
        if (type instanceof WildcardType wildcard) {
            return Stream.of(wildcard.getUpperBounds(), wildcard.getLowerBounds())
                    .flatMap(Arrays::stream)
                    .anyMatch(TypeArguments::isOpen);
        }
        return type instanceof TypeVariable;
    }

    /** The class that a resolved type is at run time. */
    static Class<?> erase(Type type) {
        if (type instanceof Class<?> known) {
            return known;
        }
        if (type instanceof ParameterizedType parameterized) {
            return erase(parameterized.getRawType());
        }
        if (type instanceof GenericArrayType array) {
            return Array.newInstance(erase(array.getGenericComponentType()), 0).getClass();
        }
        if (type instanceof TypeVariable<?> variable) {
            return erase(variable.getBounds()[0]);
        }
        return erase(((WildcardType) type).getUpperBounds()[0]);
    }

    private record Parameterized(Type raw, @Nullable Type owner, List<Type> arguments)
            implements ParameterizedType, Serializable {

        @Override
        public Type[] getActualTypeArguments() {
            return arguments.toArray(Type[]::new);
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public @Nullable Type getOwnerType() {
            return owner;
        }

        @Override
        public String toString() {
            return raw.getTypeName()
                    + arguments.stream().map(Type::getTypeName).collect(Collectors.joining(", ", "<", ">"));
        }
    }

    private record GenericArray(Type component) implements GenericArrayType, Serializable {

        @Override
        public Type getGenericComponentType() {
            return component;
        }

        @Override
        public String toString() {
            return component.getTypeName() + "[]";
        }
    }

    private record Wildcard(List<Type> upper, List<Type> lower) implements WildcardType, Serializable {

        @Override
        public Type[] getUpperBounds() {
            return upper.toArray(Type[]::new);
        }

        @Override
        public Type[] getLowerBounds() {
            return lower.toArray(Type[]::new);
        }

        @Override
        public String toString() {
            if (!lower.isEmpty()) {
                return "? super " + lower.get(0).getTypeName();
            }
            return upper.get(0) == Object.class
                    ? "?"
                    : "? extends " + upper.get(0).getTypeName();
        }
    }
}

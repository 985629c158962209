package dev.millrace.cdi;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import dev.millrace.BrokerMessage;
import dev.millrace.Delivery;
import dev.millrace.PayloadException;
import dev.millrace.TypeToken;

/** What a handler takes, its generic parameters resolved against the bean class, and whether it may finish later. */
record HandlerSignature(List<Argument> arguments, boolean returnsStage) {

    static HandlerSignature of(Method method, Class<?> beanClass) {
        TypeArguments known = TypeArguments.of(beanClass);
        List<Argument> arguments = new ArrayList<>();
        for (Type type : method.getGenericParameterTypes()) {
            arguments.add(Argument.of(known.resolve(type)));
        }
        return new HandlerSignature(
                List.copyOf(arguments), CompletionStage.class.isAssignableFrom(method.getReturnType()));
    }

    long count(Kind kind) {
        long count = 0;
        for (Argument argument : arguments) {
            count += argument.kind() == kind ? 1 : 0;
        }
        return count;
    }

    /**
     * The arguments of one call.
     *
     * @throws PayloadException if the payload does not fit
     */
    Object[] values(Delivery delivery) {
        return arguments.stream().map(argument -> argument.value(delivery)).toArray();
    }

    /** The place of a parameter in a delivery. */
    enum Kind {
        DELIVERY,
        MESSAGE,
        PAYLOAD
    }

    /** One parameter. */
    record Argument(Kind kind, Type type) {

        static Argument of(Type type) {
            if (type == Delivery.class) {
                return new Argument(Kind.DELIVERY, type);
            }
            return new Argument(type == BrokerMessage.class ? Kind.MESSAGE : Kind.PAYLOAD, type);
        }

        Object value(Delivery delivery) {
            return switch (kind) {
                case DELIVERY -> delivery;
                case MESSAGE -> delivery.message();
                case PAYLOAD -> payload(delivery.message());
            };
        }

        private Object payload(BrokerMessage message) {
            if (type == String.class) {
                return message.text();
            }
            return type == byte[].class ? message.payload() : message.json(TypeToken.of(type));
        }
    }
}

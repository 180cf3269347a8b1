package dev.kakutei.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Any value of any message, made from its record's components: a new fact is generated without a line here. What a
 * record's own constructor refuses is thrown away.
 */
public final class ArbitraryMessages {
    private static final int MAX_TRIES = 1000;

    private ArbitraryMessages() {}

    public static <T> Arbitrary<T> of(Class<T> type) {
        return Arbitraries.randomValue(random -> type.cast(any(type, random)));
    }

    private static Object any(Class<?> type, Random random) {
        if (type.isSealed()) {
            return any(one(type.getPermittedSubclasses(), random), random);
        } else if (type.isEnum()) {
            return one(type.getEnumConstants(), random);
        } else if (type == RequestId.class) {
            return new RequestId(new UUID(random.nextLong(), random.nextLong()));
        }
        return type.isRecord() ? record(type, random) : scalar(type, random);
    }

    private static Object scalar(Class<?> type, Random random) {
        if (type == String.class) {
            return Arbitrary8785.text(random);
        } else if (type == int.class || type == Integer.class) {
            return random.nextInt(5) == 0 ? Integer.MAX_VALUE : random.nextInt(600);
        } else if (type == long.class || type == Long.class) {
            return random.nextInt(5) == 0 ? Long.MAX_VALUE : random.nextInt(60_000);
        } else if (type == boolean.class) {
            return random.nextBoolean();
        } else if (type == Instant.class) {
            return Instant.ofEpochMilli(Math.floorMod(random.nextLong(), 4_102_444_800_000L));
        } else if (type == BigDecimal.class) {
            return BigDecimal.valueOf(random.nextLong(), random.nextInt(18));
        } else if (type == Map.class) {
            return random.nextBoolean() ? Map.of() : Map.of("retry-after", Arbitrary8785.text(random));
        } else if (type == JsonNode.class) {
            return asRead(Arbitrary8785.object(random, 2));
        }
        throw new IllegalArgumentException("no generator for " + type);
    }

    /** A document that came over the wire: whole numbers are held as such, however they were made. */
    private static JsonNode asRead(JsonNode made) {
        try {
            return Json.MAPPER.readTree(Json.MAPPER.writeValueAsBytes(made));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object record(Class<?> type, Random random) {
        RecordComponent[] components = type.getRecordComponents();
        for (int i = 0; i < MAX_TRIES; i++) {
            Object[] values = Stream.of(components)
                    .map(component -> value(component, random))
                    .toArray();
            try {
                return type.getDeclaredConstructor(Stream.of(components)
                                .map(RecordComponent::getType)
                                .toArray(Class<?>[]::new))
                        .newInstance(values);
            } catch (InvocationTargetException refused) {
                continue;
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(type.getName(), e);
            }
        }
        throw new IllegalStateException("no " + type + " in " + MAX_TRIES + " tries");
    }

    private static Object value(RecordComponent component, Random random) {
        if (!component.getType().isPrimitive() && random.nextInt(12) == 0) {
            return null;
        }
        if (component.getType() == List.class) {
            Class<?> element = (Class<?>) ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
            return Stream.generate(() -> any(element, random))
                    .limit(random.nextInt(4))
                    .toList();
        }
        // the one text with a length of its own
        return component.getName().equals("digest") ? "0123456789abcdef".repeat(4) : any(component.getType(), random);
    }

    private static <T> T one(T[] all, Random random) {
        return all[random.nextInt(all.length)];
    }
}

package dev.kakutei.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.codec.CanonicalJson;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * JSON documents that RFC 8785 can hold without changing them. Made straight from a random source: trees of jqwik's own
 * arbitraries took minutes, and a failing document is small enough to read.
 */
public final class Arbitrary8785 {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> ODD_TEXTS = List.of(
            "",
            "\"",
            "\\",
            "/",
            "\b\f\n\r\t",
            "\u001F",
            "\u007F",
            "\u0080",
            "\u2028",
            "€",
            "😀",
            "\uFB33",
            "a",
            "b",
            "é");
    private static final List<String> ODD_NUMBERS =
            List.of("8.41e21", "1e23", "5e-324", "2e-3", "0.1", "1e21", "1e-7", "9007199254740992", "0", "-1");

    private Arbitrary8785() {}

    public static Arbitrary<JsonNode> documents() {
        return Arbitraries.randomValue(random -> document(random, 3));
    }

    public static Arbitrary<JsonNode> objects() {
        return Arbitraries.randomValue(random -> object(random, 3));
    }

    static ObjectNode object(Random random, int levels) {
        ObjectNode node = NODES.objectNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            node.set(text(random), document(random, levels - 1));
        }
        return node;
    }

    static String text(Random random) {
        if (random.nextInt(3) > 0) {
            return ODD_TEXTS.get(random.nextInt(ODD_TEXTS.size()));
        }
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.appendCodePoint(1 + random.nextInt(Character.MAX_CODE_POINT));
        }
        return WireText.sound(text.toString(), 100);
    }

    /** Same structure, same texts, numbers of the same value however they are held. */
    public static boolean sameValue(JsonNode one, JsonNode other) {
        return one.equals(
                (a, b) -> {
                    boolean numbers = a.isNumber() && b.isNumber();
                    if (numbers) {
                        return a.decimalValue().compareTo(b.decimalValue());
                    }
                    return a.equals(b) ? 0 : 1;
                },
                other);
    }

    private static JsonNode document(Random random, int levels) {
        return switch (random.nextInt(levels > 0 ? 7 : 5)) {
            case 0 -> NODES.booleanNode(random.nextBoolean());
            case 1 -> NODES.nullNode();
            case 2 -> NODES.numberNode(random.nextInt());
            case 3 -> NODES.numberNode(number(random));
            case 4 -> NODES.textNode(text(random));
            case 5 -> object(random, levels);
            default -> {
                ArrayNode array = NODES.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(document(random, levels - 1));
                }
                yield array;
            }
        };
    }

    private static BigDecimal number(Random random) {
        if (random.nextBoolean()) {
            return new BigDecimal(ODD_NUMBERS.get(random.nextInt(ODD_NUMBERS.size())));
        }
        BigDecimal number = BigDecimal.valueOf(random.nextInt(), random.nextInt(40) - 20);
        return CanonicalJson.survives(number) ? number : BigDecimal.ONE;
    }
}

package dev.kakutei.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The same document in another spelling: fields in another order, white space, escapes, numbers with moved points. */
public final class OddSpelling {
    private OddSpelling() {}

    public static String of(JsonNode document, Random random) {
        StringBuilder out = new StringBuilder();
        spellOddly(document, random, out);
        return out.toString();
    }

    private static void spellOddly(JsonNode node, Random random, StringBuilder out) {
        out.append(" \t\n\r".charAt(random.nextInt(4)));
        if (node instanceof ObjectNode object) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            Collections.shuffle(names, random);
            out.append('{');
            for (int i = 0; i < names.size(); i++) {
                out.append(i == 0 ? "" : " ,");
                spellText(names.get(i), random, out);
                out.append(" :");
                spellOddly(node.get(names.get(i)), random, out);
            }
            out.append(" }");
        } else if (node.isArray()) {
            out.append('[');
            for (int i = 0; i < node.size(); i++) {
                out.append(i == 0 ? "" : ",");
                spellOddly(node.get(i), random, out);
            }
            out.append("\n]");
        } else if (node.isTextual()) {
            spellText(node.textValue(), random, out);
        } else if (node.isNumber()) {
            // shifting the point changes the spelling, never the value
            int shift = random.nextInt(5) - 2;
            out.append(node.decimalValue().movePointRight(shift).toPlainString())
                    .append('E')
                    .append(-shift);
        } else {
            out.append(node);
        }
    }

    private static void spellText(String text, Random random, StringBuilder out) {
        out.append('"');
        for (char c : text.toCharArray()) {
            boolean mustEscape = c < 0x20 || c == '"' || c == '\\' || Character.isSurrogate(c);
            if (mustEscape || random.nextBoolean()) {
                out.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}

package dev.kakutei.schemas.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.WireText;
import java.io.IOException;
import java.math.BigDecimal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.erdtman.jcs.NumberToJSON;

/**
 * RFC 8785 canonical JSON: one spelling for each document, so that a digest of it names the document (SPEC A2).
 *
 * <p>The RFC holds numbers as doubles. A number that a double cannot hold exactly would be changed in silence, so it is
 * refused: amounts are decimal strings.
 */
public final class CanonicalJson {
    private CanonicalJson() {}

    /** @throws IllegalArgumentException for a number that would not survive, or text that has no UTF-8 form */
    public static String of(JsonNode document) {
        StringBuilder out = new StringBuilder(256);
        write(document, out);
        return out.toString();
    }

    /** SHA-256 of a canonical text, in lower-case hex. */
    public static String digest(String canonical) {
        return digest(canonical.getBytes(UTF_8));
    }

    /** SHA-256 of any bytes, in lower-case hex. */
    public static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Whether a number keeps its exact value in this form. */
    public static boolean survives(BigDecimal number) {
        double value = number.doubleValue();
        // Compared with what will be written: Double.toString differs between Java versions (8.41e21 before 19).
        return !Double.isInfinite(value) && new BigDecimal(spelling(value)).compareTo(number) == 0;
    }

    private static void write(JsonNode node, StringBuilder out) {
        switch (node.getNodeType()) {
            case OBJECT -> writeObject(node, out);
            case ARRAY -> {
                out.append('[');
                for (int i = 0; i < node.size(); i++) {
                    if (i > 0) {
                        out.append(',');
                    }
                    write(node.get(i), out);
                }
                out.append(']');
            }
            case STRING -> writeString(node.textValue(), out);
            case NUMBER -> writeNumber(node.decimalValue(), out);
            case BOOLEAN -> out.append(node.booleanValue());
            case NULL -> out.append("null");
            default -> throw new IllegalArgumentException("not JSON: " + node.getNodeType());
        }
    }

    private static void writeObject(JsonNode node, StringBuilder out) {
        List<String> names = new ArrayList<>(node.size());
        node.fieldNames().forEachRemaining(names::add);
        // String's own order is that of UTF-16 code units, which is what the RFC asks for.
        names.sort(null);
        out.append('{');
        for (int i = 0; i < names.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            writeString(names.get(i), out);
            out.append(':');
            write(node.get(names.get(i)), out);
        }
        out.append('}');
    }

    private static void writeNumber(BigDecimal number, StringBuilder out) {
        if (!survives(number)) {
            throw new IllegalArgumentException("the number " + number + " has no exact double; write it as a string");
        }
        out.append(spelling(number.doubleValue()));
    }

    private static String spelling(double value) {
        try {
            return NumberToJSON.serializeNumber(value);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static void writeString(String text, StringBuilder out) {
        if (!WireText.isSound(text)) {
            throw new IllegalArgumentException("text with half a surrogate pair or U+0000 cannot be carried");
        }
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\t' -> out.append("\\t");
                case '\n' -> out.append("\\n");
                case '\f' -> out.append("\\f");
                case '\r' -> out.append("\\r");
                default -> {
                    if (c < 0x20) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}

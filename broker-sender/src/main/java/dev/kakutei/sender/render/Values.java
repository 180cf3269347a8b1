package dev.kakutei.sender.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BigIntegerNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.gateway.Template;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;

/** What the holes of a template are filled with, for one command. */
public final class Values {
    /** Digits before or behind the point: far beyond any amount, and short when written out. */
    private static final int MAX_DIGITS = 60;

    private final Command command;

    public Values(Command command) {
        this.command = command;
    }

    /** What fills the hole, in its own JSON type; null where the request does not have it. */
    JsonNode value(Template.Hole hole) throws NotRenderable {
        JsonNode plain = plain(hole);
        if (plain == null || hole.filter() == null) {
            return plain;
        }
        return switch (hole.filter()) {
            case LOWER -> TextNode.valueOf(text(hole, plain).toLowerCase(Locale.ROOT));
            case UPPER -> TextNode.valueOf(text(hole, plain).toUpperCase(Locale.ROOT));
            case NUMBER -> DecimalNode.valueOf(decimal(hole, plain));
            case MINOR -> minor(hole, plain);
        };
    }

    /**
     * The whole text. Null where the request lacks one of its values: half a text would look like a whole one, so what
     * holds it is left out.
     */
    public String text(Template template) throws NotRenderable {
        StringBuilder text = new StringBuilder();
        for (Template.Part part : template.parts()) {
            if (part instanceof Template.Literal literal) {
                text.append(literal.text());
                continue;
            }
            Template.Hole hole = (Template.Hole) part;
            JsonNode value = value(hole);
            if (value == null) {
                return null;
            }
            text.append(text(hole, value));
        }
        return text.toString();
    }

    private JsonNode plain(Template.Hole hole) {
        return switch (hole.placeholder()) {
            case REQUEST_ID -> TextNode.valueOf(command.requestId().toString());
            case ATTEMPT -> command instanceof Command.Send send ? IntNode.valueOf(send.attempt()) : null;
            case KIND -> TextNode.valueOf(command.kind().wire());
            case METADATA -> hole.entry() == null ? field("metadata") : present(metadata(hole.entry()));
            default -> field(hole.placeholder().field().orElseThrow());
        };
    }

    private JsonNode metadata(String entry) {
        return command.request().path("metadata").path(entry);
    }

    private JsonNode field(String name) {
        return present(command.request().path(name));
    }

    private static JsonNode present(JsonNode node) {
        return node.isMissingNode() || node.isNull() ? null : node;
    }

    private static String text(Template.Hole hole, JsonNode value) throws NotRenderable {
        if (value.isBigDecimal()) {
            return decimal(hole, value).toPlainString();
        }
        if (value.isValueNode()) {
            return value.asText();
        }
        throw new NotRenderable(name(hole) + " is no single value, and must be one where it is a part of a text");
    }

    private static BigDecimal decimal(Template.Hole hole, JsonNode value) throws NotRenderable {
        BigDecimal number;
        try {
            number = value.isNumber() ? value.decimalValue() : new BigDecimal(value.asText());
        } catch (NumberFormatException e) {
            throw new NotRenderable(name(hole) + " is not a number");
        }
        if (Math.abs((long) number.scale()) > MAX_DIGITS || number.precision() > MAX_DIGITS) {
            throw new NotRenderable(name(hole) + " has more than " + MAX_DIGITS + " digits");
        }
        return number;
    }

    /** By the fraction digits of ISO 4217: 2 for EUR, 0 for JPY, 3 for KWD. */
    private JsonNode minor(Template.Hole hole, JsonNode value) throws NotRenderable {
        String code = command.request().path("currency").asText();
        int digits;
        try {
            digits = Currency.getInstance(code).getDefaultFractionDigits();
        } catch (IllegalArgumentException e) {
            digits = -1;
        }
        if (digits < 0) {
            throw new NotRenderable("it is not known what the smallest unit of the currency \"" + code + "\" is");
        }
        BigDecimal amount = decimal(hole, value);
        try {
            return BigIntegerNode.valueOf(amount.movePointRight(digits).toBigIntegerExact());
        } catch (ArithmeticException e) {
            throw new NotRenderable(
                    name(hole) + " is " + amount.toPlainString() + ", which is not a whole number of the"
                            + " smallest unit of " + code + " (" + digits + " digits behind the point)");
        }
    }

    private static String name(Template.Hole hole) {
        return hole.placeholder().spelling() + (hole.entry() == null ? "" : "." + hole.entry());
    }
}

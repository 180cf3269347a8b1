package dev.kakutei.schemas.gateway;

import dev.kakutei.schemas.RequestKind;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a template can name of a request: {@code {amount}}, or with a filter {@code {amount|minor}}. */
public enum Placeholder {
    /** Our name for the request, the same in every attempt; also what a status query asks for. */
    REQUEST_ID(Form.TEXT, null),
    /** Counted from 1. */
    ATTEMPT(Form.DECIMAL, null),
    KIND(Form.TEXT, null),
    ACCOUNT(Form.TEXT, "account"),
    INSTRUMENT(Form.TEXT, "instrument"),
    SIDE(Form.TEXT, "side"),
    QUANTITY(Form.DECIMAL, "quantity"),
    ORDER_TYPE(Form.TEXT, "order_type"),
    LIMIT_PRICE(Form.DECIMAL, "limit_price"),
    CURRENCY(Form.TEXT, "currency"),
    AMOUNT(Form.MONEY, "amount"),
    PAYMENT_METHOD(Form.TEXT, "payment_method"),
    /** The {@code reference} of a payment: the caller's own, such as the number of an invoice; not unique. */
    MERCHANT_REFERENCE(Form.TEXT, "reference"),
    /** All of it as a mapping, or with {@code metadata.NAME} one entry. */
    METADATA(Form.MAPPING, null);

    private final Form form;
    private final String field;

    /** @param field the field of the body that it names, and by which the kinds that have it are known; null for none */
    Placeholder(Form form, String field) {
        this.form = form;
        this.field = field;
    }

    /** As it is written between the braces. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kinds of request that can have it; one that may leave it out is among them. */
    public Set<RequestKind> kinds() {
        return Stream.of(RequestKind.values())
                .filter(kind -> field == null || kind.fields().contains(field))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The field of the body whose value it is; empty where it is a part of a field, or no field at all. */
    public Optional<String> field() {
        return Optional.ofNullable(field);
    }

    public Set<Filter> filters() {
        return switch (form) {
            case TEXT -> EnumSet.of(Filter.LOWER, Filter.UPPER);
            case DECIMAL -> EnumSet.of(Filter.NUMBER);
            case MONEY -> EnumSet.of(Filter.MINOR, Filter.NUMBER);
            case MAPPING -> EnumSet.noneOf(Filter.class);
        };
    }

    public static Optional<Placeholder> spelled(String spelling) {
        return Stream.of(values())
                .filter(placeholder -> placeholder.spelling().equals(spelling))
                .findFirst();
    }

    static Set<String> spellings() {
        return Stream.of(values()).map(Placeholder::spelling).collect(Collectors.toSet());
    }

    /** How a value is changed before it is put in. */
    public enum Filter {
        LOWER,
        UPPER,
        /** An amount in the smallest unit of its currency: {@code "12.00"} EUR is 1200, {@code "1200"} JPY is 1200. */
        MINOR,
        /** A decimal as a number of JSON instead of a text. */
        NUMBER;

        public String spelling() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Optional<Filter> spelled(String spelling) {
            return Stream.of(values())
                    .filter(filter -> filter.spelling().equals(spelling))
                    .findFirst();
        }
    }

    private enum Form {
        TEXT,
        DECIMAL,
        MONEY,
        MAPPING
    }
}

package dev.kakutei.schemas;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is asked for: an order at a broker, or the authorisation of a payment. What differs between kinds and is data
 * stands here, so that other code need not ask which kind it has.
 */
public enum RequestKind {
    ORDER(
            "order",
            "an",
            "/do/order",
            RequestStatus.SUCCEEDED,
            Set.of(Shown.ANSWER),
            List.of("account", "instrument", "side", "quantity", "order_type", "limit_price", "currency"),
            """
            {"account":"ACC-1","instrument":"7203.T","side":"buy","quantity":"100","order_type":"limit",
             "limit_price":"2500.5","currency":"JPY","metadata":{"desk":"tokyo"}}\
            """),
    PAYMENT(
            "payment",
            "a",
            "/payments",
            RequestStatus.AUTHORIZED,
            Set.of(Shown.VERIFICATION),
            List.of("reference", "amount", "currency", "payment_method"),
            """
            {"amount":"1200.00","currency":"JPY","payment_method":"tok_visa","reference":"INV-1","metadata":{}}\
            """);

    /** All of them for people. It is written out for annotations, which take only constants; a test compares it. */
    public static final String CHOICE = "order or payment";

    /** What callers see of a request of this kind, beyond what they see of every request. */
    public enum Shown {
        /** The gateway's answer, once the request has succeeded. */
        ANSWER,
        /** Whether its outcome is in doubt, and how often the gateway was asked. */
        VERIFICATION
    }

    private final String wire;
    private final String article;
    private final String path;
    private final RequestStatus success;
    private final Set<Shown> shown;
    private final List<String> fields;
    private final String example;

    RequestKind(
            String wire,
            String article,
            String path,
            RequestStatus success,
            Set<Shown> shown,
            List<String> fields,
            String example) {
        this.wire = wire;
        this.article = article;
        this.path = path;
        this.success = success;
        this.shown = shown;
        this.fields = fields;
        this.example = example;
    }

    @JsonValue
    public String wire() {
        return wire;
    }

    @JsonCreator
    public static RequestKind ofWire(String wire) {
        return named(wire).orElseThrow(() -> new IllegalArgumentException("no such kind of request: " + wire));
    }

    public static Optional<RequestKind> named(String wire) {
        for (RequestKind kind : values()) {
            if (kind.wire.equals(wire)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** All of them in a sentence: {@code orders and payments}. */
    public static String listed(Function<RequestKind, String> word, String conjunction) {
        List<String> words = Stream.of(values()).map(word).toList();
        int last = words.size() - 1;
        return words.stream().limit(last).collect(Collectors.joining(", ")) + " " + conjunction + " " + words.get(last);
    }

    /** With its article: {@code an order}. */
    public String one() {
        return article + " " + wire;
    }

    /** Also the beginning of the name of its result topic. */
    public String plural() {
        return wire + "s";
    }

    /** With a capital, as the types of CloudEvents begin: {@code Order}. */
    public String title() {
        return wire.substring(0, 1).toUpperCase(Locale.ROOT) + wire.substring(1);
    }

    /** Where it is posted to. */
    public String path() {
        return path;
    }

    /** The status that callers see when it has succeeded. */
    public RequestStatus success() {
        return success;
    }

    public boolean shows(Shown what) {
        return shown.contains(what);
    }

    /**
     * The fields of its body, without those that every kind has (see {@code Submission}). A gateway without a template
     * gets them in this order.
     */
    public List<String> fields() {
        return fields;
    }

    /** A small body of this kind, as JSON. */
    public String example() {
        return example;
    }
}

package dev.kakutei.sender.render;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SPEC D1: the request template. */
class BodyTemplateTest {
    private static final String ID = Fixtures.ID.toString();

    private static Command.Send payment(Consumer<ObjectNode> change) {
        ObjectNode request = Fixtures.paymentBody();
        request.putObject("metadata").put("shop", "tokyo").put("n", 3).put("ok", true);
        request.withObject("/metadata").putObject("deep").put("x", 1);
        change.accept(request);
        return send(RequestKind.PAYMENT, request);
    }

    private static Command.Send send(RequestKind kind, ObjectNode request) {
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        return new Command.Send(Fixtures.ID, kind, "gw", 2, now, now, 1000, null, request, null, 0);
    }

    private static Gateway gateway(String format, RequestKind kind, String template) {
        return Fixtures.gateway("gw", """
                class: neither
                url: https://gw.example
                paths: {order: /orders, payment: /payments}
                request:
                  format: %s
                  bodies:
                    %s: %s
                """.formatted(format, kind.wire(), template));
    }

    private static String render(String format, String template, Command.Send command) throws Exception {
        Gateway gateway = gateway(format, command.kind(), template);
        return new String(new BodyWriter(gateway.callSettings()).write(command), UTF_8);
    }

    @ParameterizedTest(name = "{index}: {0}")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "{a: '{request_id}'}                    ~ {`a`:`00000000-0000-7000-8000-000000000001`}",
                "{a: '{attempt}'}                       ~ {`a`:2}",
                "{a: 'try {attempt}'}                   ~ {`a`:`try 2`}",
                "{a: '{attempt|number}'}                ~ {`a`:2}",
                "{a: '{kind}'}                          ~ {`a`:`payment`}",
                "{a: '{kind|upper}'}                    ~ {`a`:`PAYMENT`}",
                "{a: '{amount}'}                        ~ {`a`:`1200.00`}",
                "{a: '{amount|number}'}                 ~ {`a`:1200.00}",
                "{a: '{amount|minor}'}                  ~ {`a`:1200}",
                "{a: '{amount|minor} {currency}'}       ~ {`a`:`1200 JPY`}",
                "{a: '{currency|lower}'}                ~ {`a`:`jpy`}",
                "{a: '{payment_method}'}                ~ {`a`:`tok_visa`}",
                "{a: 'ref {merchant_reference}!'}                ~ {`a`:`ref INV-1!`}",
                "{a: '{metadata.shop}'}                 ~ {`a`:`tokyo`}",
                "{a: '{metadata.shop|upper}'}           ~ {`a`:`TOKYO`}",
                "{a: '{metadata.n}'}                    ~ {`a`:3}",
                "{a: 'n={metadata.n}'}                  ~ {`a`:`n=3`}",
                "{a: '{metadata.ok}'}                   ~ {`a`:true}",
                "{a: '{metadata.deep}'}                 ~ {`a`:{`x`:1}}",
                "{a: '{metadata}'}                      ~ {`a`:{`shop`:`tokyo`,`n`:3,`ok`:true,`deep`:{`x`:1}}}",
                "{a: '{metadata.none}', b: 1}           ~ {`b`:1}",
                "{a: 'x {metadata.none} y', b: 1}       ~ {`b`:1}",
                "{a: '{metadata.none|upper}', b: 1}     ~ {`b`:1}",
                "{a: ['{metadata.none}', '{kind}', 7]}  ~ {`a`:[`payment`,7]}",
                "{a: {b: {c: '{metadata.none}'}}}       ~ {`a`:{`b`:{}}}",
                "{a: null, b: true, c: 1.50, d: x}      ~ {`a`:null,`b`:true,`c`:1.50,`d`:`x`}",
                "{a: '{{{kind}}}'}                      ~ {`a`:`{payment}`}",
                "{a: '{{kind}}'}                        ~ {`a`:`{kind}`}",
                "{a: ''}                                ~ {`a`:``}",
                "['{kind}', {a: '{attempt}'}]           ~ [`payment`,{`a`:2}]",
                "{z: 1, a: 2, '{kind}': 3}              ~ {`z`:1,`a`:2,`{kind}`:3}",
            })
    void render_template_isTheseBytes(String template, String json) throws Exception {
        assertThat(render("json", template, payment(request -> {}))).isEqualTo(json.replace('`', '"'));
    }

    @ParameterizedTest(name = "{index}: {0} {1} is {2}")
    @CsvSource({
        "1200,      JPY, 1200",
        "1200.00,   JPY, 1200",
        "12,        EUR, 1200",
        "12.3,      EUR, 1230",
        "12.30,     EUR, 1230",
        "0.01,      USD, 1",
        "1.234,     KWD, 1234",
        "1.2,       BHD, 1200",
        "9007199254740993.01, EUR, 900719925474099301",
        "1E+3,      JPY, 1000",
        "0,         EUR, 0",
    })
    void render_minorUnits_goByTheCurrency(String amount, String currency, String minor) throws Exception {
        Command.Send command = payment(request -> request.put("amount", amount).put("currency", currency));

        assertThat(render("json", "{a: '{amount|minor}', b: 'x{amount|minor}'}", command))
                .isEqualTo("{\"a\":" + minor + ",\"b\":\"x" + minor + "\"}");
        assertThat(render("form", "{a: '{amount|minor}'}", command)).isEqualTo("a=" + minor);
    }

    @ParameterizedTest(name = "{index}: {0} {1} with {2}: {3}")
    @CsvSource({
        "12.5,     JPY, amount|minor,  not a whole number of the smallest unit of JPY (0 digits behind the point)",
        "12.345,   EUR, amount|minor,  not a whole number of the smallest unit of EUR (2 digits behind the point)",
        "1.2345,   KWD, amount|minor,  not a whole number of the smallest unit of KWD (3 digits behind the point)",
        "1,        XXX, amount|minor,  smallest unit of the currency \"XXX\"",
        "1,        XAU, amount|minor,  smallest unit of the currency \"XAU\"",
        "1,        QQQ, amount|minor,  smallest unit of the currency \"QQQ\"",
        "1,        jpy, amount|minor,  smallest unit of the currency \"jpy\"",
        "1,        '',  amount|minor,  smallest unit of the currency",
        "ten,      EUR, amount|minor,  amount is not a number",
        "ten,      EUR, amount|number, amount is not a number",
        "1E999999, EUR, amount|number, amount has more than 60 digits",
        "1E999999, EUR, amount|minor,  amount has more than 60 digits",
        "1E-99999, EUR, amount|minor,  amount has more than 60 digits",
    })
    void render_valueThatDoesNotFit_saysWhyAndNeverThrowsAnythingElse(
            String amount, String currency, String hole, String why) {
        Command.Send command = payment(request -> request.put("amount", amount).put("currency", currency));

        assertThatThrownBy(() -> render("json", "{a: '{" + hole + "}'}", command))
                .isInstanceOf(NotRenderable.class)
                .hasMessageContaining(why);
    }

    @Test
    void render_mappingInsideAText_isRefused() {
        assertThatThrownBy(() -> render("json", "{a: 'x {metadata.deep}'}", payment(request -> {})))
                .isInstanceOf(NotRenderable.class)
                .hasMessageContaining("metadata.deep is no single value");
    }

    @Test
    void render_hugeBody_isRefused() {
        Command.Send command = payment(request -> request.put("reference", "x".repeat(60_000)));
        String many = "{"
                + "a%d: '{merchant_reference}',"
                        .repeat(20)
                        .formatted(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20)
                + " z: 1}";

        assertThatThrownBy(() -> render("json", many, command))
                .isInstanceOf(NotRenderable.class)
                .hasMessageContaining("more than 1048576 bytes");
    }

    /** Whatever a value holds, it is a value: the tree around it stays as the template drew it. */
    @ParameterizedTest(name = "{index}")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "\",\"amount\":\"1",
                "\"}",
                "{amount}",
                "{{request_id}}",
                "\\u0022,\\u0022x",
                "a\\",
                "&amount=1",
                "a=b&c[d]=e",
                "]&amount=1&x[",
                "%26amount%3D1",
                "a+b c",
                "日本 €",
            })
    void render_hostileValue_staysOneValue(String value) throws Exception {
        Command.Send command = payment(request -> request.put("reference", value));

        assertThat(Json.MAPPER.readTree(
                        render("json", "{a: '{merchant_reference}', b: 'x{merchant_reference}'}", command)))
                .isEqualTo(Json.MAPPER.createObjectNode().put("a", value).put("b", "x" + value));
        assertThat(render("form", "{a: '{merchant_reference}', b: 2}", command).split("&"))
                .hasSize(2)
                .satisfies(parts ->
                        assertThat(java.net.URLDecoder.decode(parts[0], UTF_8)).isEqualTo("a=" + value));
    }

    @ParameterizedTest(name = "{index}: {0}")
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "{amount: '{amount|minor}', currency: '{currency|lower}', source: '{payment_method}', metadata: '{metadata}'}"
                        + " ~ amount=1200&currency=jpy&source=tok_visa&metadata[shop]=tokyo&metadata[n]=3&metadata[ok]=true"
                        + "&metadata[deep][x]=1",
                "{metadata: {order: '{request_id}'}}  ~ metadata[order]=00000000-0000-7000-8000-000000000001",
                "{items: [{price: '{amount}'}, x]}    ~ items[0][price]=1200.00&items[1]=x",
                "{a: '{metadata.none}', b: 'x y&z='}  ~ b=x+y%26z%3D",
                "{a: null, b: [], c: {}, d: 1.50}     ~ d=1.50",
                "{'a b': 1, 'c[d]': 2}                ~ a+b=1&c%5Bd%5D=2",
            })
    void render_form_isTheseBytes(String template, String form) throws Exception {
        assertThat(render("form", template, payment(request -> {}))).isEqualTo(form);
    }

    /** The bodies of gateways without a template, as they have been from the first day on. */
    @Test
    void write_noTemplate_isOurOwnFormByteForByte() throws Exception {
        BodyWriter writer =
                new BodyWriter(Fixtures.gateway("gw", "class: neither\nurl: https://gw.example\npaths: {payment: /p}\n")
                        .callSettings());

        assertThat(new String(writer.write(payment(request -> {})), UTF_8))
                .isEqualTo("{\"reference\":\"" + ID + "\",\"merchant_reference\":\"INV-1\",\"amount\":\"1200.00\","
                        + "\"currency\":\"JPY\",\"payment_method\":\"tok_visa\",\"metadata\":{\"shop\":\"tokyo\","
                        + "\"n\":3,\"ok\":true,\"deep\":{\"x\":1}}}");
        assertThat(new String(
                        writer.write(
                                Fixtures.order(Fixtures.ID, 1, "gw", Duration.ofSeconds(1), Duration.ofSeconds(1))),
                        UTF_8))
                .isEqualTo("{\"reference\":\"" + ID + "\",\"account\":\"ACC-1\",\"instrument\":\"7203.T\","
                        + "\"side\":\"buy\",\"quantity\":\"100\",\"order_type\":\"limit\",\"limit_price\":\"2500.5\","
                        + "\"currency\":\"JPY\",\"metadata\":{\"shop\":\"tokyo\"}}");
        assertThat(writer.contentType()).isEqualTo("application/json");
    }

    @Test
    void render_optionalFieldsOfAnOrder_areLeftOutWithTheirKeys() throws Exception {
        ObjectNode request = Fixtures.orderBody();
        request.remove("limit_price");
        request.putNull("metadata");

        assertThat(render(
                        "json",
                        "{px: '{limit_price|number}', qty: '{quantity|number}', meta: '{metadata}', s: '{side|upper}'}",
                        send(RequestKind.ORDER, request)))
                .isEqualTo("{\"qty\":100,\"s\":\"BUY\"}");
    }
}

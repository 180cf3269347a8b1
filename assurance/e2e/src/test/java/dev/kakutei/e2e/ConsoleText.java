package dev.kakutei.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.simulator.Behaviour;
import dev.kakutei.simulator.BehaviourType;
import dev.kakutei.simulator.Script;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What others wrote is read, never run: keys, references, metadata, reasons, what gateways answer. */
interface ConsoleText {
    String HOSTILE = "<img/src=x/onerror=document.title='ran'><script>document.title='ran'</script>";

    ConsoleFixture stage();

    @Test
    @Tag("proof")
    default void hostileTexts_everywhere_areShownAsText() {
        String key = "xss-" + HOSTILE;
        Behaviour answer = new Behaviour(
                BehaviourType.INVALID, 503, HOSTILE, null, null, null, null, null, null, null, null, null, null);
        stage().kakutei().simulator().script(new Script(null, null, null, null, 1, List.of(answer), null));
        ObjectNode body = Json.MAPPER
                .createObjectNode()
                .put("amount", "1")
                .put("currency", "JPY")
                .put("payment_method", "tok_visa")
                .put("reference", HOSTILE)
                .put("gateway", "tokyo-cards");
        body.putObject("metadata").put(HOSTILE, HOSTILE);
        assertThat(stage().submit("shop", "/payments", key, body.toString())
                        .join()
                        .status())
                .isEqualTo(202);
        stage().await(key, "shop", "retrying");
        try (ConsolePage console = stage().as("mika").open("requests")) {
            assertThat(console.of(key).locator("th a")).hasText(key);
            inert(console);

            console.of(key).locator("th a").click();
            assertThat(console.find("h1")).hasText(key);
            for (var summary : console.find("summary").all()) {
                summary.click();
            }
            assertThat(console.find(".request .left .json")).containsText("\"reference\": \"" + HOSTILE);
            assertThat(console.find(".timeline .answer .json")).containsText("onerror=document.title");
            inert(console);

            console.actAndDone(console.find("[data-action=hold]"), "reason", HOSTILE);
            assertThat(console.find(".timeline blockquote")).hasText(HOSTILE);
            console.open("queue?show=held");
            assertThat(console.of(key).locator("h2")).hasText(key);
            inert(console);
            console.open("overview");
            console.open("alerts?show=all");
            inert(console);
        }
    }

    /** Only the mark beside the name is a picture; and the address bar's script did not run either. */
    private static void inert(ConsolePage console) {
        assertThat(console.find("main img, main script, main iframe")).hasCount(0);
        assertThat(console.page().title()).doesNotContain("ran");
    }
}

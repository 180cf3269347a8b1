package dev.kakutei.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import dev.kakutei.testkit.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many at once: looked at first, with a reason, watched, stopped and gone on with. More of them with -Dkakutei.console.many=5000. */
interface ConsoleBulkActions {
    int MANY = Integer.getInteger("kakutei.console.many", 400);
    int AT_ONCE = 200;
    String ONCE = "error_503_once";
    String REASON = "tokyo-cards is back since 12:30";
    double LIMIT_MILLIS = 60_000 + MANY * 40.0;

    ConsoleFixture stage();

    @Test
    @Tag("proof")
    default void many_sentAgain_withPreviewPauseAndProgressToTheEnd() {
        seed();
        try (ConsolePage console = stage().as("mika").open("bulk")) {
            console.find("#b-action").selectOption("send_again");
            console.find("#b-state").selectOption("retrying");
            console.find("#b-gateway").selectOption("tokyo-cards");
            console.find("#b-min_amount").fill("999");
            console.find("#b-max_amount").fill("999");
            console.find("#b-client").fill("shop");
            console.find("#b-currency").fill("jpy");
            console.find("#b-rate").fill("60");
            console.find("#b-reason").fill(REASON);
            console.find("#bulk-form [type=submit]").click();
            assertThat(console.find("#bulk-count")).hasText(String.format("%,d", MANY));

            loseTheFirstAnswer(console);
            console.find("#bulk-run").click();
            console.find("dialog [type=submit]").click();
            assertThat(console.find("dialog .problem")).isVisible();
            console.find("dialog [type=submit]").click();
            var job = console.find(".jobs > li").filter(new Locator.FilterOptions().setHasText(REASON));
            assertThat(job).hasCount(1);
            assertThat(job).hasAttribute("data-state", "running");
            job.locator("[data-job=pause]").click();
            assertThat(job).hasAttribute("data-state", "paused");
            assertThat(job.locator("progress")).isVisible();
            job.locator("[data-job=resume]").click();

            assertThat(job)
                    .hasAttribute(
                            "data-state",
                            "done",
                            new com.microsoft.playwright.assertions.LocatorAssertions.HasAttributeOptions()
                                    .setTimeout(LIMIT_MILLIS));
            assertThat(job.locator(".counts")).containsText(String.format("%,d of %<,d done", MANY));
        }
        Await.until("all of them succeeded", ConsoleFixture.TIMEOUT, this::left, JsonNode::isEmpty);
    }

    @Test
    default void many_whoseGatewayMayActTwice_areLeftOutUnlessThatIsAccepted() {
        String reason = "agreed with the broker";
        for (String key : List.of("twice-1", "twice-2")) {
            stage().payment("shop", key, "legacy-broker", "tok_drop_after_apply", "613", "INV-7");
            stage().await(key, "shop", "verification_failed");
        }
        try (ConsolePage console = stage().as("mika").open("bulk")) {
            console.find("#b-state").selectOption("verification_failed");
            console.find("#b-min_amount").fill("613");
            console.find("#b-max_amount").fill("613");
            console.find("#b-currency").fill("jpy");
            console.find("#b-reason").fill(reason);

            // Nothing is chosen by itself.
            assertThat(console.find("#b-action")).hasValue("");
            console.find("#bulk-form [type=submit]").click();
            assertThat(console.find("#b-action:invalid")).isVisible();
            assertThat(console.find("#bulk-count")).hasCount(0);

            console.find("#b-action").selectOption("send_again");
            console.find("#bulk-form [type=submit]").click();
            assertThat(console.find("#bulk-count")).hasText("2");
            assertThat(console.find("#bulk-risky")).containsText("2 requests may take effect twice");
            assertThat(console.find("#bulk-risky")).containsText("legacy-broker");
            assertThat(console.find("#bulk-risky")).containsText("twice-1");
            assertThat(console.find("#bulk-accept")).not().isChecked();
            assertThat(console.find("#bulk-run")).isDisabled();

            console.find("#bulk-accept").check();
            console.find("#bulk-run").click();
            assertThat(console.find("dialog .note.warn")).containsText("act twice");
            console.find("dialog [type=submit]").click();

            var job = console.find(".jobs > li").filter(new Locator.FilterOptions().setHasText(reason));
            assertThat(job).hasAttribute("data-state", "done");
            assertThat(job.locator(".counts")).containsText("2 of 2 done");
            assertThat(job).containsText("Whoever started it accepted that gateways may act twice");
        }
    }

    /** It was started, and the browser has not heard of it: asked for again, it is the same job. */
    private static void loseTheFirstAnswer(ConsolePage console) {
        AtomicBoolean lost = new AtomicBoolean();
        console.page().route("**/bulk-actions", route -> {
            if (route.request().method().equals("POST") && lost.compareAndSet(false, true)) {
                route.fetch();
                route.abort();
            } else {
                route.resume();
            }
        });
    }

    private void seed() {
        List<CompletableFuture<ConsoleFixture.Heard>> under = new ArrayList<>();
        String body = "{\"amount\":\"999\",\"currency\":\"JPY\",\"payment_method\":\"tok_" + ONCE + "\","
                + "\"reference\":\"INV-9\",\"gateway\":\"tokyo-cards\"}";
        for (int i = 0; i < MANY; i++) {
            under.add(stage().submit("shop", "/payments", "many-" + i, body));
            if (i % AT_ONCE == 0) {
                // One that succeeds in between, or so many failures in a row would open the gateway's breaker.
                under.add(stage().submit("shop", "/payments", "between-" + i, body.replace(ONCE, "visa")));
            }
            if (under.size() >= AT_ONCE) {
                under.forEach(CompletableFuture::join);
                under.clear();
            }
        }
        under.forEach(CompletableFuture::join);
        stage().await("many-" + (MANY - 1), "shop", "retrying");
        Await.until(
                "all of them were tried",
                ConsoleFixture.TIMEOUT,
                () -> stage().get("guest", "/requests?status=accepted,sending&min_amount=999&max_amount=999&limit=1")
                        .body()
                        .path("requests")
                        .isEmpty());
    }

    private JsonNode left() {
        return stage().get("guest", "/requests?status=retrying,sending&min_amount=999&max_amount=999&limit=5")
                .body()
                .path("requests");
    }
}

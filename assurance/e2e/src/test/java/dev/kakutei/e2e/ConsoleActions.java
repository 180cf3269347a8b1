package dev.kakutei.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.TopicReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A person sees what waits, understands it, and acts on it. */
interface ConsoleActions {
    ConsoleFixture stage();

    @Test
    default void payment_goneUnknown_isSettledByAnOperatorAndTheResultIsPublished() {
        String key = "doubt-settled";
        AtomicBoolean late = new AtomicBoolean();
        try (ConsolePage console = stage().as("mika").open("queue")) {
            stage().payment(key, "legacy-broker", "tok_drop_after_apply", "verification_failed");

            // It shows up by itself, with why it is there and what to do.
            Locator waiting = console.of(key);
            assertThat(waiting.locator("blockquote")).containsText("cannot be asked");
            assertThat(waiting.locator("[data-cause]")).hasAttribute("data-cause", "cannotBeAsked");
            String earlier = stage().get("mika", "/requests/" + key + "?client=shop")
                    .body()
                    .toString();
            console.actAndDone(
                    waiting.locator("[data-action=settle_succeeded]"), "reason", "found as booked in their ledger");

            assertThat(console.of(key)).hasCount(0);
            // The request may be read a moment before its timeline: the page does not stay behind for that.
            console.page().route(Pattern.compile(".*/requests/" + key + "\\?client=shop"), route -> {
                if (late.compareAndSet(false, true)) {
                    route.fulfill(new Route.FulfillOptions()
                            .setContentType("application/json")
                            .setBody(earlier));
                } else {
                    route.resume();
                }
            });
            console.openRequest(key, "shop");
            assertThat(console.find(".state-line .badge")).hasText("Succeeded");
            assertThat(console.find(".timeline")).containsText("found as booked in their ledger");
            assertThat(console.find(".timeline").getByText("mika")).hasCount(2);
            // Whatever became of it, something can be said about it, and nothing else done.
            console.actAndDone(console.find("[data-action]"), "text", "their support confirmed it");
            assertThat(console.find(".timeline")).containsText("their support confirmed it");
        }
        assertThat(results(key)).extracting(Result::verdict).containsExactly(Fact.Verdict.SUCCEEDED);
    }

    @Test
    default void sendAgain_whereTheGatewayMayActTwice_isWarnedOfAndMustBeAccepted() {
        String key = "perhaps-twice";
        stage().payment(key, "legacy-broker", "tok_drop_after_apply", "verification_failed");
        try (ConsolePage console = stage().as("mika").openRequest(key, "shop")) {
            console.find("[data-action=send_again]").click();
            assertThat(console.find("dialog .note.warn")).containsText("it may act twice");
            assertThat(console.find("dialog #accept-second-effect")).not().isChecked();
            console.find("dialog #reason").fill("the customer waits at the counter");
            console.find("dialog [type=submit]").click();

            // Nothing was asked of the server: the dialog is still there, and the request where it was.
            assertThat(console.find("dialog #accept-second-effect:invalid")).isVisible();
            assertThat(console.find(".timeline")).not().containsText("the customer waits at the counter");
            console.find("dialog #accept-second-effect").check();
            console.find("dialog [type=submit]").click();

            assertThat(console.find("dialog")).hasCount(0);
            assertThat(console.find(".timeline")).containsText("the customer waits at the counter");
            assertThat(console.find(".timeline")).containsText("It was accepted that the gateway may act twice");
        }
        Await.until(
                "an alert is raised",
                ConsoleFixture.TIMEOUT,
                () -> stage().get("mika", "/alerts").body().toString(),
                alerts -> alerts.contains("perhaps_twice"));
    }

    @Test
    @Tag("proof")
    default void request_movedOnMeanwhile_isLeftAloneAndThePersonIsNotified() {
        String key = "moved-on";
        stage().payment(key, "legacy-broker", "tok_drop_after_apply", "verification_failed");
        try (ConsolePage slow = stage().as("mika").openRequest(key, "shop");
                ConsolePage quick = stage().as("mika").openRequest(key, "shop")) {
            slow.find("[data-action=settle_failed]").click();
            quick.actAndDone(quick.find("[data-action=settle_succeeded]"), "reason", "it is in their records");

            slow.find("dialog #reason").fill("their support said no");
            slow.find("dialog [type=submit]").click();

            assertThat(slow.find("dialog .problem")).containsText("409");
            assertThat(slow.find("dialog")).isVisible();
            slow.page().keyboard().press("Escape");
            // The page itself has followed.
            assertThat(slow.find(".state-line .badge")).hasText("Succeeded");
        }
    }

    @Test
    @Tag("proof")
    default void request_live_countsDownAndFollowsWhatHappens() {
        String key = "live-one";
        stage().payment(key, "tokyo-cards", "tok_error_503_once", "retrying");
        try (ConsolePage console = stage().as("mika").openRequest(key, "shop")) {
            assertThat(console.find(".timer time")).containsText(Pattern.compile("in \\d+ [mh]"));
            assertThat(console.find(".live")).hasText("Live");
            assertThat(console.find(".timeline .http").first()).hasText("HTTP 503");

            console.actAndDone(console.find("[data-action=send_again]"), "reason", "they are back");

            assertThat(console.find(".state-line .badge")).hasText("Succeeded");
            assertThat(console.find(".live")).hasText("Settled");
        }
    }

    @Test
    @Tag("proof")
    default void request_settledBeforeItsStreamBegan_isShownAsItIs() {
        String key = "late-stream";
        stage().payment(key, "tokyo-cards", "tok_error_503_once", "retrying");
        AtomicReference<Route> stream = new AtomicReference<>();
        try (ConsolePage watcher = stage().as("mika");
                ConsolePage operator = stage().as("mika").openRequest(key, "shop")) {
            watcher.page().route("**/stream**", stream::set);
            watcher.openRequest(key, "shop");
            assertThat(watcher.find(".timer time")).isVisible();

            operator.actAndDone(operator.find("[data-action=send_again]"), "reason", "they are back");
            assertThat(operator.find(".state-line .badge")).hasText("Succeeded");
            stream.get().resume();

            assertThat(watcher.find(".state-line .badge")).hasText("Succeeded");
        }
    }

    @Test
    @Tag("proof")
    default void viewer_looking_isOfferedNothingToDo() {
        String key = "only-looking";
        stage().payment(key, "legacy-broker", "tok_drop_after_apply", "verification_failed");
        try (ConsolePage console = stage().as("guest").open("queue")) {
            assertThat(console.of(key)).isVisible();
            assertThat(console.find("[data-action]")).hasCount(0);
            assertThat(console.find("nav a[href='#/bulk']")).hasCount(0);
        }
    }

    private List<Result> results(String key) {
        String topic = new Topics(Topics.DEFAULT_PREFIX, Topics.DEFAULT_PARTITIONS)
                .results(RequestKind.PAYMENT)
                .name();
        try (TopicReader reader =
                new TopicReader(stage().kakutei().kafkaClient(), TopicReader.Isolation.READ_COMMITTED, topic)) {
            return reader
                    .until(
                            "the result",
                            ConsoleFixture.TIMEOUT,
                            records ->
                                    records.stream().anyMatch(one -> one.value().contains("\"" + key + "\"")))
                    .stream()
                    .filter(one -> one.value().contains("\"" + key + "\""))
                    .map(one -> Codecs.RESULT.decode(one.value().getBytes(StandardCharsets.UTF_8)))
                    .toList();
        }
    }
}

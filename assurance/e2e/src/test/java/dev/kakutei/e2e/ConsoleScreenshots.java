package dev.kakutei.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.kakutei.testkit.SourceTree;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The pictures of docs/guides/console.md, taken again with -Dkakutei.images=write. */
interface ConsoleScreenshots {
    Path FOLDER = SourceTree.file("docs/images");

    ConsoleFixture stage();

    @Test
    @Tag("proof")
    default void pictures_whenAskedFor_areTakenAgain() {
        assumeTrue(
                "write".equals(System.getProperty("kakutei.images")), "pictures are taken with -Dkakutei.images=write");
        List<String> methods = List.of("tok_visa", "tok_visa", "tok_visa", "tok_declined", "tok_visa", "tok_visa");
        for (int i = 0; i < 120; i++) {
            stage().payment(
                            "shop",
                            "pay-2026-11-" + (1000 + i),
                            "city-bank",
                            methods.get(i % 6),
                            3_100 + 977 * i + "",
                            "INV-" + i);
        }
        for (int i = 0; i < 9; i++) {
            stage().payment(
                            "shop",
                            "card-" + (7300 + i),
                            "tokyo-cards",
                            "tok_error_503",
                            12_000 + 310 * i + "",
                            "INV-" + i);
        }
        stage().payment("card-7399", "city-bank", "tok_timeout", "verifying");
        stage().payment("fee-0412", "legacy-broker", "tok_drop_after_apply", "verification_failed");
        stage().payment("fee-0413", "legacy-broker", "tok_drop_before_apply", "verification_failed");
        stage().payment("ken", "invoice-88-1", "city-bank", "tok_visa", "2400000", "INV-88");
        stage().payment("ken", "invoice-88-2", "city-bank", "tok_visa", "1850000", "INV-88");
        try (ConsolePage console = stage().page().signIn(stage().key("yuki"))) {
            take(console.open("approvals"), "approvals");
        }
        try (ConsolePage console = stage().page().signIn(stage().key("mika"))) {
            console.open("overview").page().waitForTimeout(12_000);
            take(console, "overview");
            take(console.open("requests"), "requests");
            take(console.open("queue"), "queue");
            take(console.openRequest("fee-0412", "shop"), "request");
            console.find("[data-action=settle_succeeded]").click();
            console.find("dialog #reason").fill("Booked on their side as 55-0412, seen in their portal at 14:05.");
            take(console, "settle");
            console.page().keyboard().press("Escape");
            console.open("bulk")
                    .find("#b-reason")
                    .fill("tokyo-cards is back since 12:30; nothing was booked meanwhile.");
            console.find("#b-action").selectOption("send_again");
            console.find("#b-state").selectOption("retrying");
            console.find("#bulk-form [type=submit]").click();
            console.find("#bulk-count").waitFor();
            take(console, "bulk");
            take(console.open("alerts"), "alerts");
        }
        try (ConsolePage console = stage().page(ColorScheme.DARK, "ja-JP").signIn(stage().key("mika"))) {
            console.open("overview").page().waitForTimeout(12_000);
            take(console, "overview-dark-ja");
        }
    }

    private static void take(ConsolePage console, String name) {
        console.page().waitForTimeout(600);
        console.page().screenshot(new Page.ScreenshotOptions().setPath(FOLDER.resolve("console-" + name + ".png")));
    }
}

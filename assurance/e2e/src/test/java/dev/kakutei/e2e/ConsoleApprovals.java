package dev.kakutei.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** SPEC C9 in the browser: four eyes. */
interface ConsoleApprovals {
    ConsoleFixture stage();

    @Test
    default void hold_itsOwnSubmitterIsRefused_aSecondPersonApproves() {
        String key = "four-eyes";
        stage().payment("ken", key, "city-bank", "tok_visa", "2500000", "INV-4");
        stage().await(key, "ken", "pending_approval");
        try (ConsolePage first = stage().as("ken").open("approvals");
                ConsolePage second = stage().as("yuki").open("approvals")) {
            first.act(first.of(key).locator("[data-action=approve]"), "comment", "mine is fine");
            assertThat(first.find("dialog .problem")).containsText("403");
            first.page().keyboard().press("Escape");

            second.actAndDone(second.of(key).locator("[data-action=comment]"), "text", "is this the second half?");
            // An approval rests on what is on the screen, so the comment must have come there.
            assertThat(second.of(key).locator("dd").last()).hasText("1");
            second.actAndDone(second.of(key).locator("[data-action=approve]"), "comment", "checked with the client");
            assertThat(second.of(key)).hasCount(0);
            second.openRequest(key, "ken");
            assertThat(second.find(".state-line .badge")).hasText("Succeeded");
            Locator timeline = second.find(".timeline");
            assertThat(timeline).containsText("is this the second half?");
            assertThat(timeline).containsText("checked with the client");
            assertThat(timeline).containsText("yuki");
        }
    }

    @Test
    @Tag("proof")
    default void summary_attachedInTheBrowser_isShownBesideItsVersionAndStays() {
        String key = "summarised";
        stage().payment("ken", key, "city-bank", "tok_visa", "2600000", "INV-7");
        stage().await(key, "ken", "pending_approval");
        try (ConsolePage scribe = stage().as("scribe").open("approvals");
                ConsolePage approver = stage().as("yuki").open("approvals")) {
            assertThat(scribe.of(key).locator("[data-action=approve]")).hasCount(0);
            scribe.actAndDone(scribe.of(key).locator("[data-action=attach_summary]"), "text", "2.6 million for INV-8");
            scribe.actAndDone(scribe.of(key).locator("[data-action=attach_summary]"), "text", "2.6 million for INV-7");
            assertThat(approver.of(key).locator(".summary-text")).containsText("2.6 million for INV-7");
            assertThat(approver.of(key)).containsText("By scribe");

            approver.actAndDone(approver.of(key).locator("[data-action=approve]"), "comment", "fine");
            approver.openRequest(key, "ken");
            assertThat(approver.find(".state-line .badge")).hasText("Succeeded");
            assertThat(approver.find(".left .summary-text")).containsText("2.6 million for INV-7");
            assertThat(approver.find(".left")).containsText(Pattern.compile("Approval\\s*Approved"));
            assertThat(approver.find(".left")).containsText(Pattern.compile("Approved by\\s*yuki"));
            Locator accepted = approver.find(".timeline [data-key='1']");
            assertThat(accepted).containsText("Summary");
            assertThat(accepted).containsText("2.6 million for INV-7");
            assertThat(approver.find(".timeline")).containsText("Summary of version 1");
            assertThat(approver.find(".timeline")).containsText("2.6 million for INV-8");
        }
    }

    @Test
    @Tag("proof")
    default void hold_returnedAndResubmitted_waitsAgainInItsNewVersion() {
        String key = "come-back";
        stage().payment("ken", key, "city-bank", "tok_visa", "3000000", "INV-5");
        stage().await(key, "ken", "pending_approval");
        try (ConsolePage approver = stage().as("yuki").open("approvals");
                ConsolePage submitter = stage().as("ken")) {
            approver.actAndDone(approver.of(key).locator("[data-action=return]"), "comment", "wrong invoice");
            submitter.open("approvals?show=returned");
            assertThat(submitter.of(key)).containsText("wrong invoice");
            submitter.openRequest(key, "ken");
            assertThat(submitter.find(".state-line .badge")).hasText("Returned");
            submitter.find("[data-action=resubmit]").click();
            Locator document = submitter.find("dialog #document");
            document.fill(document.inputValue().replace("INV-5", "INV-6").replace("3000000", "2900000"));
            submitter.find("dialog #note").fill("corrected as asked");
            submitter.find("dialog [type=submit]").click();
            assertThat(submitter.find(".state-line .badge")).hasText("Waits for approval");

            assertThat(approver.of(key)).containsText("corrected as asked");
            approver.openRequest(key, "ken");
            assertThat(approver.find(".state-line .amount")).hasText("2,900,000 JPY");
            approver.find("[data-action=approve]").click();
            Locator summary = approver.find("dialog .summary");
            assertThat(summary).containsText("2,900,000 JPY");
            assertThat(summary).containsText("Version2");
            assertThat(summary.locator("code").last()).hasText(Pattern.compile("[0-9a-f]{64}"));
            approver.find("dialog [type=submit]").click();
            assertThat(submitter.find(".state-line .badge")).hasText("Succeeded");
        }
    }
}

package dev.kakutei.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** By keyboard, by ear, in the dark, in both languages, and when the server is away. */
interface ConsoleAccessibility {
    List<String> PAGES = List.of("overview", "requests", "queue", "approvals", "bulk", "alerts");

    ConsoleFixture stage();

    @Test
    default void overview_afterSigningIn_showsWhatIsGoingOn() {
        stage().payment("on-the-overview", "legacy-broker", "tok_drop_after_apply", "verification_failed");
        try (ConsolePage console = stage().as("mika").open("overview")) {
            assertThat(console.find("#title")).hasText("Overview");
            assertThat(console.find(".gateways .gateway")).hasCount(3);
            // The latest of those that wait for a person, of this test or another.
            assertThat(console.find("main a.key").first()).isVisible();
        }
    }

    @Test
    @Tag("proof")
    default void keyboard_alone_isEnoughToSettleAPayment() {
        String key = "by-keyboard";
        stage().payment(key, "legacy-broker", "tok_drop_after_apply", "verification_failed");
        try (ConsolePage console = stage().page().start()) {
            Page page = console.page();
            console.find("#key").waitFor();
            until(page, "#key");
            page.keyboard().type(stage().key("mika"));
            page.keyboard().press("Enter");
            console.find("main #title").waitFor();

            until(page, ".skip");
            page.keyboard().press("Enter");
            assertThat(console.find("main")).isFocused();
            until(page, "nav a[href='#/queue']");
            page.keyboard().press("Enter");
            console.of(key).waitFor();
            assertThat(console.find("#title")).isFocused();

            String settle = "li.case:has-text('" + key + "') [data-action=settle_failed]";
            until(page, settle);
            page.keyboard().press("Enter");
            assertThat(console.find("dialog #reason")).isFocused();
            page.keyboard().press("Escape");
            assertThat(console.find("dialog")).hasCount(0);
            assertThat(console.find(settle)).isFocused();

            page.keyboard().press("Enter");
            page.keyboard().type("never booked, says their support");
            until(page, "dialog [type=submit]");
            page.keyboard().press("Enter");
            assertThat(console.of(key)).hasCount(0);
        }
        stage().await(key, "shop", "failed");
    }

    @Test
    @Tag("proof")
    default void page_thatComesLate_doesNotTakeTheFocusFromWhoMovedOn() {
        AtomicReference<Route> late = new AtomicReference<>();
        try (ConsolePage console = stage().page().start()) {
            Page page = console.page();
            page.route("**/overview", late::set);
            console.find("#key").fill(stage().key("mika"));
            page.keyboard().press("Enter");
            console.find("nav").waitFor();
            until(page, ".skip");
            page.keyboard().press("Enter");
            assertThat(console.find("main")).isFocused();

            late.get().resume();
            console.find("main[data-page]").waitFor();
            assertThat(console.find("main")).isFocused();
        }
    }

    @ParameterizedTest
    @Tag("proof")
    @EnumSource(names = {"LIGHT", "DARK"})
    default void pages_all_areAccessible(ColorScheme look) {
        stage().payment("accessible-" + look, "legacy-broker", "tok_drop_after_apply", "verification_failed");
        stage().payment("seen-" + look, "tokyo-cards", "tok_error_503", "retrying");
        List<String> found = new ArrayList<>();
        try (ConsolePage console = stage().page(look, "en-GB").start()) {
            console.find("#key").waitFor();
            found.addAll(violations(console, "login"));
            console.signIn(stage().key("mika"));
            for (String page : PAGES) {
                console.open(page);
                found.addAll(violations(console, page));
            }
            console.openRequest("seen-" + look, "shop");
            console.find("[data-action=hold]").click();
            found.addAll(violations(console, "request with a dialog"));
        }
        assertThat(found).isEmpty();
    }

    @Test
    @Tag("proof")
    default void language_ofTheBrowser_isSpokenAndCanBeChanged() {
        try (ConsolePage console = stage().page(ColorScheme.LIGHT, "ja-JP").signIn(stage().key("mika"))) {
            assertThat(console.find("html")).hasAttribute("lang", "ja");
            for (String page : PAGES) {
                console.open(page);
                assertThat(console.find("#title")).containsText(Pattern.compile("[一-龠ァ-ヶ]"));
            }
            console.open("requests");
            console.find("#language").click();
            assertThat(console.find("#title")).hasText("Requests");
            assertThat(console.find("html")).hasAttribute("lang", "en");
            console.page().reload();
            assertThat(console.find("#title")).hasText("Requests");
        }
    }

    @Test
    @Tag("proof")
    default void look_switch_goesRoundAndIsKept() {
        try (ConsolePage console = stage().as("guest").open("requests")) {
            console.find("#look").click();
            assertThat(console.find("html")).hasAttribute("data-look", "light");
            console.find("#look").click();
            assertThat(console.find("html")).hasAttribute("data-look", "dark");
            console.page().reload();
            assertThat(console.find("html")).hasAttribute("data-look", "dark");
            assertThat(console.find("body")).hasCSS("background-color", "rgb(18, 21, 23)");
        }
    }

    @Test
    @Tag("proof")
    default void server_away_isSaidWithTheAgeOfWhatIsShown() {
        try (ConsolePage console = stage().as("guest").open("queue")) {
            Pattern all = Pattern.compile("/(requests|overview)");
            console.page().route(all, route -> route.abort());
            assertThat(console.find("#strip")).containsText("cannot be reached");
            assertThat(console.find("#strip")).containsText("old");

            console.page().unroute(all);
            assertThat(console.find("#strip")).isEmpty();
        }
    }

    @Test
    @Tag("proof")
    default void search_filters_areInTheAddressAndPagesGoOn() {
        for (int i = 0; i < 55; i++) {
            stage().payment("shop", "page-" + i, "city-bank", "tok_visa", "777", "INV-777");
        }
        stage().await("page-54", "shop", "succeeded");
        try (ConsolePage console = stage().as("guest").open("requests")) {
            console.find("#f-min_amount").fill("777");
            console.find("#f-max_amount").fill("777");
            console.find("#f-kind").selectOption("payment");
            assertThat(console.page()).hasURL(Pattern.compile("kind=payment&min_amount=777&max_amount=777"));
            assertThat(console.find("tbody tr")).hasCount(50);
            console.find("#older").click();
            assertThat(console.find("tbody tr")).hasCount(5);
            console.page().reload();
            assertThat(console.find("tbody tr")).hasCount(5);
            assertThat(console.find("#f-max_amount")).hasValue("777");

            console.find("#f-client").fill("shop");
            console.find("#by-key").fill("page-3");
            console.page().keyboard().press("Enter");
            assertThat(console.find("#title")).hasText("page-3");
        }
    }

    @Test
    @Tag("proof")
    default void key_thatIsInvalid_isReportedAndRemoved() {
        try (ConsolePage console = stage().page().start()) {
            console.find("#key").fill("kk_wrong");
            console.page().keyboard().press("Enter");
            assertThat(console.find(".problem")).containsText("not valid");
            console.page().reload();
            assertThat(console.find("#key")).isVisible();
            console.signIn(stage().key("guest"));
            console.find("#sign-out").click();
            assertThat(console.find("#key")).isVisible();
            assertThat(console.page().evaluate("sessionStorage.length")).isEqualTo(0);
        }
    }

    /** Presses Tab until this has the focus, and the focus can be seen. */
    private static void until(Page page, String selector) {
        for (int i = 0; i < 150; i++) {
            page.keyboard().press("Tab");
            if ((boolean) page.locator(selector).first().evaluate("node => node === document.activeElement")) {
                return;
            }
        }
        throw new AssertionError("the keyboard does not lead to " + selector);
    }

    private static List<String> violations(ConsolePage console, String where) {
        console.page().evaluate(AXE);
        List<?> found = (List<?>) console.page().evaluate("""
                async () => (await axe.run()).violations.map(one =>
                  `${one.id} (${one.impact}): ${one.nodes.slice(0, 3).map(node => node.html.slice(0, 200)).join(' ')}`)""");
        return found.stream().map(one -> where + ": " + one).toList();
    }

    String AXE = axe();

    private static String axe() {
        try (InputStream script = ConsoleAccessibility.class.getResourceAsStream("/axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.kakutei.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The console in one browser of its own, as a person has it. Closing it fails when a script or the policy complained. */
final class ConsolePage implements AutoCloseable {
    private static final double LIMIT_MILLIS = 60_000;

    private final String url;
    private final BrowserContext context;
    private final Page page;
    private final List<String> complaints = new ArrayList<>();

    ConsolePage(String url, BrowserContext context) {
        this.url = url;
        this.context = context;
        this.page = context.newPage();
        page.setDefaultTimeout(LIMIT_MILLIS);
        PlaywrightAssertions.setDefaultAssertionTimeout(LIMIT_MILLIS);
        page.onPageError(complaints::add);
        page.onDialog(dialog -> {
            complaints.add("a dialog of the browser's: " + dialog.message());
            dialog.dismiss();
        });
        page.onConsoleMessage(message -> {
            // What the server answers with an error status is shown on the page itself.
            if (message.type().equals("error") && !message.text().startsWith("Failed to load resource")) {
                complaints.add(message.text());
            }
        });
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    Page page() {
        return page;
    }

    ConsolePage start() {
        page.navigate(url + "/console/");
        return this;
    }

    ConsolePage signIn(String key) {
        start();
        page.locator("#key").fill(key);
        page.keyboard().press("Enter");
        page.locator("header.bar").waitFor();
        return this;
    }

    /** Goes to a page of the console, and waits until it is there. */
    ConsolePage open(String address) {
        page.evaluate("address => { location.hash = address }", "#/" + address);
        page.locator("main[data-page=\"#/" + address + "\"]").waitFor();
        return this;
    }

    ConsolePage openRequest(String key, String client) {
        return open("request/" + encoded(key) + "?client=" + client);
    }

    Locator find(String selector) {
        return page.locator(selector);
    }

    Locator button(String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /** The row, card or line of one request. */
    Locator of(String idempotencyKey) {
        return page.locator("li.case, tbody tr").filter(new Locator.FilterOptions().setHasText(idempotencyKey));
    }

    /** Presses a button of the page, gives the reason in the dialog, and confirms it. */
    void act(Locator trigger, String field, String text) {
        trigger.click();
        page.locator("dialog #" + field).fill(text);
        page.locator("dialog [type=submit]").click();
    }

    /** Acts, and waits until the dialog has gone because it was done. */
    void actAndDone(Locator trigger, String field, String text) {
        act(trigger, field, text);
        page.locator("dialog")
                .waitFor(new Locator.WaitForOptions()
                        .setState(com.microsoft.playwright.options.WaitForSelectorState.DETACHED));
    }

    @Override
    public void close() {
        context.close();
        assertThat(complaints).isEmpty();
    }
}

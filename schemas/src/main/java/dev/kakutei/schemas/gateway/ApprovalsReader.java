package dev.kakutei.schemas.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.ApprovalFact;
import dev.kakutei.schemas.RequestKind;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads {@code approvals}: which requests wait for a second person. */
final class ApprovalsReader {
    private static final String LIST = "approvals";
    private static final int MAX_RULES = 100;
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,49}");
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final Duration MIN = Duration.ofSeconds(1);
    private static final Duration MAX = Duration.ofDays(365);
    private static final String MAX_AMOUNT = "999999999999999999";

    private final Section file;
    private final List<String> gateways;
    private final Set<String> names = new HashSet<>();

    private ApprovalsReader(Section file, List<String> gateways) {
        this.file = file;
        this.gateways = gateways;
    }

    /** @param gateways the names that there are */
    static List<ApprovalRule> read(Section file, List<String> gateways) {
        return new ApprovalsReader(file, gateways).rules();
    }

    private List<ApprovalRule> rules() {
        JsonNode list = file.node(LIST);
        if (list.isMissingNode() || list.isNull()) {
            return List.of();
        }
        if (!list.isArray() || list.size() > MAX_RULES) {
            file.mistake(LIST, "must be a list of at most " + MAX_RULES + " rules");
            return List.of();
        }
        List<ApprovalRule> rules = new ArrayList<>();
        String forAll = null;
        for (int i = 0; i < list.size(); i++) {
            ApprovalRule rule = rule(file.element(LIST, i));
            if (rule == null) {
                continue;
            }
            if (forAll != null) {
                file.warning(
                        LIST + "[" + i + "]", "is never asked: \"" + forAll + "\" before it applies to everything");
            } else if (rule.isForAll()) {
                forAll = rule.name();
            }
            rules.add(rule);
        }
        return rules;
    }

    /** Null where there are mistakes. */
    private ApprovalRule rule(Section section) {
        int before = section.mistakes();
        String name = section.required("name", "it is shown in the timeline of each request that the rule holds");
        if (name != null && !NAME.matcher(name).matches()) {
            section.mistake("name", "a rule's name has 1 to 50 small letters, digits and '-'");
        } else if (name != null && !names.add(name)) {
            section.mistake("name", "another rule is called \"" + name + "\"");
        }
        ApprovalRule.Decision decision =
                section.word("decision", ApprovalRule.Decision.class, ApprovalRule.Decision.HOLD);
        Set<RequestKind> kinds = kinds(section);
        Set<String> named = section.texts("gateways", Set.of());
        named.stream()
                .filter(each -> !gateways.contains(each))
                .sorted()
                .forEach(each ->
                        section.mistake("gateways", "there is no gateway \"" + each + "\"; there are " + gateways));
        Set<String> currencies = section.texts("currencies", Set.of());
        currencies.stream().sorted().forEach(each -> currency(section, "currencies", each));
        Map<String, BigDecimal> atLeast = atLeast(section.section("at_least"));
        Duration within = section.duration("within", null, MIN, MAX);
        ApprovalFact.Lapse lapse = section.word("then", ApprovalFact.Lapse.class, ApprovalFact.Lapse.ALERT);
        if (section.has("then") && !section.has("within")) {
            section.mistake("then", "says what happens after within, which is missing");
        }
        if (decision == ApprovalRule.Decision.PASS) {
            Stream.of("at_least", "within", "then")
                    .filter(section::has)
                    .forEach(each -> section.mistake(each, "has no meaning for what is passed without approval"));
        }
        section.refuseUnknown();
        return section.mistakes() > before
                ? null
                : new ApprovalRule(name, decision, kinds, named, currencies, atLeast, within, lapse);
    }

    private static Set<RequestKind> kinds(Section section) {
        Set<RequestKind> kinds = EnumSet.noneOf(RequestKind.class);
        for (String word : section.texts("kinds", Set.of())) {
            RequestKind.named(word)
                    .ifPresentOrElse(
                            kinds::add,
                            () -> section.mistake(
                                    "kinds",
                                    "has " + RequestKind.listed(RequestKind::wire, "and") + ", not \"" + word + "\""));
        }
        return kinds;
    }

    private static Map<String, BigDecimal> atLeast(Section section) {
        Map<String, BigDecimal> atLeast = new HashMap<>();
        for (String currency : section.names()) {
            currency(section, currency, currency);
            section.decimal(currency, "0", MAX_AMOUNT).ifPresent(figure -> atLeast.put(currency, figure));
        }
        return atLeast;
    }

    private static void currency(Section section, String where, String text) {
        if (!CURRENCY.matcher(text).matches()) {
            section.mistake(where, "a currency has three capital letters, such as JPY, not \"" + text + "\"");
        }
    }
}

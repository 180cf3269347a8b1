package dev.kakutei.ledger;

import dev.kakutei.schemas.Answer;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request that may have been sent to another gateway: it was resubmitted there, and Kafka lost what followed (SPEC H3). Its own
 * gateway may never have had it, so neither "not found" nor a decline there ends the doubt, and no key is recognised there.
 * Nothing is sent by itself any more; a success counts, wherever it comes from.
 */
final class OtherGateways {
    private OtherGateways() {}

    static List<String> together(List<String> some, List<String> others) {
        return Stream.concat(some.stream(), others.stream()).distinct().sorted().toList();
    }

    /** Where it may have been sent, in words. */
    static String where(Entry entry) {
        return "it may have been sent to the gateway "
                + entry.otherGateways().stream()
                        .map(gateway -> "\"" + gateway + "\"")
                        .collect(Collectors.joining(", "))
                + " before Kafka lost records";
    }

    /** @param why what came to its end here, up to where the other gateway has its say */
    static Draft toPerson(Draft draft, String why, Answer answer) {
        Entry entry = draft.entry();
        return SettlementRules.toPerson(
                draft,
                why + ", and " + where(entry) + ". Look for it there and at \"" + entry.gateway()
                        + "\": settle it as succeeded where either has it; where neither has it, settle it as failed,"
                        + " or send it again with accept_second_effect",
                answer);
    }
}

package dev.kakutei.standalone.remote;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** Which requests: the parameters of a search, as people type them. */
final class FilterOptions {
    @CommandLine.Option(
            names = "--state",
            paramLabel = "S[,S…]",
            description = "the ledger's own words: verifying, held, …")
    private String state;

    @CommandLine.Option(
            names = "--status",
            paramLabel = "S[,S…]",
            description = "the status that callers see: PENDING, FAILED, …")
    private String status;

    @CommandLine.Option(names = "--kind", paramLabel = "K", description = RequestKind.CHOICE)
    private String kind;

    @CommandLine.Option(names = "--gateway", paramLabel = "G", description = "by name")
    private String gateway;

    @CommandLine.Option(names = "--currency", paramLabel = "C", description = "in three capitals")
    private String currency;

    @CommandLine.Option(names = "--min-amount", paramLabel = "A", description = "this much or more")
    private String minAmount;

    @CommandLine.Option(names = "--max-amount", paramLabel = "A", description = "this much or less")
    private String maxAmount;

    @CommandLine.Option(
            names = "--from",
            paramLabel = "T",
            description = "accepted then or later: 2027-12-01T00:00:00Z")
    private String from;

    @CommandLine.Option(names = "--to", paramLabel = "T", description = "accepted before")
    private String to;

    @CommandLine.Option(names = "--pending-verification", description = "whose outcome is in doubt")
    private boolean pendingVerification;

    @CommandLine.Option(names = "--waiting", description = "what waits for a person")
    private boolean waiting;

    @CommandLine.Option(names = "--of-client", paramLabel = "NAME", description = "whose requests")
    private String client;

    @CommandLine.Spec(CommandLine.Spec.Target.MIXEE)
    private CommandLine.Model.CommandSpec spec;

    ObjectNode filter() {
        ObjectNode filter = Json.MAPPER.createObjectNode();
        put(filter, "state", state);
        put(filter, "status", status);
        put(filter, "kind", kind);
        put(filter, "gateway", gateway);
        put(filter, "currency", currency);
        put(filter, "min_amount", minAmount);
        put(filter, "max_amount", maxAmount);
        put(filter, "from", from);
        put(filter, "to", to);
        put(filter, "pending_verification", pendingVerification ? "true" : null);
        put(filter, "waiting_for_person", waiting ? "true" : null);
        put(filter, "client", client);
        return filter;
    }

    String query() {
        return filter().properties().stream()
                .map(field -> field.getKey() + "=" + Api.part(field.getValue().textValue()))
                .collect(Collectors.joining("&"));
    }

    /** An empty one is refused: it chooses nothing, and who typed it (or a variable that is not set) meant to choose. */
    private void put(ObjectNode filter, String name, String value) {
        if (value != null && value.isBlank()) {
            String option = name.equals("client") ? "--of-client" : "--" + name.replace('_', '-');
            throw new CommandLine.ParameterException(spec.commandLine(), option + " must not be empty");
        }
        if (value != null) {
            filter.put(name, value);
        }
    }
}

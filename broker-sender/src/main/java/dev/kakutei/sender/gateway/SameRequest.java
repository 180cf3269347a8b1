package dev.kakutei.sender.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.criteria.BodyPath;
import dev.kakutei.sender.criteria.Decimal;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Whether an answer is about the request that was asked about. What it does not say is not held against it.
 *
 * <p>An amount is compared as a decimal with the one that was asked for. A gateway that answers in minor units (120000
 * for 1200.00) differs, and cannot be believed: point {@code same.amount} at another place, or at none.
 */
final class SameRequest {
    private final BodyPath reference;
    private final BodyPath amount;
    private final BodyPath currency;

    SameRequest(Gateway.StatusQuery query) {
        this.reference = BodyPath.compile(query.same().referencePath());
        this.amount = BodyPath.compile(query.same().amountPath());
        this.currency = BodyPath.compile(query.same().currencyPath());
    }

    /** The name of the first thing that is said of another request than ours; null where all that is said fits. */
    String differingField(JsonNode body, Command.Inquire command) {
        JsonNode document = command.request();
        Optional<String> named = reference.text(body);
        if (named.isPresent()
                && !named.get().equals(command.requestId().toString())
                && !named.get().equals(document.path("reference").asText(null))) {
            return "reference";
        }
        Optional<String> money = currency.text(body);
        if (money.isPresent()
                && document.hasNonNull("currency")
                && !money.get().equalsIgnoreCase(document.get("currency").asText())) {
            return "currency";
        }
        return otherAmount(body, document) ? "amount" : null;
    }

    private boolean otherAmount(JsonNode body, JsonNode document) {
        if (amount.text(body).isEmpty() || !document.hasNonNull("amount")) {
            return false;
        }
        Optional<BigDecimal> answered = Decimal.of(amount.values(body).get(0));
        Optional<BigDecimal> ours = Decimal.of(document.get("amount"));
        return answered.isEmpty() || ours.isEmpty() || answered.get().compareTo(ours.get()) != 0;
    }
}

package dev.kakutei.schemas.request;

import java.math.BigDecimal;
import java.util.Set;

/** The body of {@code POST /do/order}. */
final class OrderBody {
    private OrderBody() {}

    /** Returns the order's value where it has a limit; a market order's value is not known beforehand. */
    static BigDecimal check(Fields fields) {
        fields.text("account", Fields.NAME, "an account, 1 to 100 letters, digits and . _ : / -");
        fields.text("instrument", Fields.NAME, "an instrument, 1 to 100 letters, digits and . _ : / -");
        fields.oneOf("side", Set.of("buy", "sell"));
        BigDecimal quantity = fields.positiveDecimal("quantity");
        String type = fields.oneOf("order_type", Set.of("market", "limit"));
        fields.require("currency");
        if ("limit".equals(type)) {
            BigDecimal price = fields.positiveDecimal("limit_price");
            return quantity == null || price == null ? null : quantity.multiply(price);
        }
        if (type == null) {
            // whether a price belongs here is not known, and one fault should not look like two
            fields.expect("limit_price");
        } else {
            fields.forbid("limit_price", "only a limit order has a limit_price");
        }
        return null;
    }
}

package dev.kakutei.schemas.request;

import java.math.BigDecimal;

/** The body of {@code POST /payments}. */
final class PaymentBody {
    private PaymentBody() {}

    static BigDecimal check(Fields fields) {
        BigDecimal amount = fields.positiveDecimal("amount");
        fields.require("currency");
        fields.text("payment_method", Fields.NAME, "a payment method's token, 1 to 100 letters, digits and . _ : / -");
        fields.text("reference", Fields.LINE, "a reference of 1 to 200 printable characters");
        return amount;
    }
}

package dev.kakutei.schemas.request;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Field | value as JSON, "-" for none | the place that is named. One row, one fault. */
final class SubmissionTable {
    private static final String LONG_101 = "a".repeat(101);
    private static final String LONG_256 = "k".repeat(256);

    private static final String SHARED_FAULTS = """
            currency        | -                                  | /currency
            currency        | null                               | /currency
            currency        | 392                                | /currency
            currency        | "jpy"                              | /currency
            currency        | "JPYX"                             | /currency
            currency        | ""                                 | /currency
            currency        | "ＪＰＹ"                            | /currency
            gateway         | 7                                  | /gateway
            gateway         | ""                                 | /gateway
            gateway         | "-x"                               | /gateway
            gateway         | "a b"                              | /gateway
            gateway         | []                                 | /gateway
            idempotency_key | ""                                 | /idempotency_key
            idempotency_key | "a b"                              | /idempotency_key
            idempotency_key | "."                                | /idempotency_key
            idempotency_key | ".."                               | /idempotency_key
            idempotency_key | "é"                                | /idempotency_key
            idempotency_key | 7                                  | /idempotency_key
            idempotency_key | "a\\n"                             | /idempotency_key
            expires_at      | "tomorrow"                         | /expires_at
            expires_at      | "2027-12-01"                       | /expires_at
            expires_at      | "2027-12-01T00:00:00"              | /expires_at
            expires_at      | "2027-12-01 00:00:00Z"             | /expires_at
            expires_at      | "2027-02-30T00:00:00Z"             | /expires_at
            expires_at      | "2027-12-01T24:00:01Z"             | /expires_at
            expires_at      | "1969-12-31T23:59:59Z"             | /expires_at
            expires_at      | "+10000-01-01T00:00:00Z"           | /expires_at
            expires_at      | 1822348800                         | /expires_at
            expires_at      | ""                                 | /expires_at
            metadata        | []                                 | /metadata
            metadata        | "text"                             | /metadata
            metadata        | 7                                  | /metadata
            metadata        | {"n":9007199254740993}             | /metadata/n
            metadata        | {"n":[1,0.1000000000000000055511151231257827]} | /metadata/n/1
            metadata        | {"n":1e400}                        | /metadata/n
            metadata        | {"a":{"b~c/d":1e-400}}             | /metadata/a/b~0c~1d
            metadata        | {"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}}} | /metadata/a/a/a/a/a/a/a/a
            metadata        | {"a":[[[[[[[1]]]]]]]}              | /metadata/a/0/0/0/0/0/0/0
            metadata        | {"a":"\\ud800"}                    | /metadata/a
            metadata        | {"a":["x\\udc00y"]}                | /metadata/a/0
            metadata        | {"a":"\\udc00\\ud800"}             | /metadata/a
            metadata        | {"a":"\\u0000"}                    | /metadata/a
            colour          | "red"                              | /colour
            Currency        | "JPY"                              | /Currency
            a/b~c           | 1                                  | /a~1b~0c
            colour          | null                               | /colour
            """
            + "gateway | \"" + LONG_101 + "\" | /gateway\n"
            + "idempotency_key | \"" + LONG_256 + "\" | /idempotency_key\n";

    private static final String ORDER_FAULTS = SHARED_FAULTS
            + """
            account         | -                                  | /account
            account         | null                               | /account
            account         | 1                                  | /account
            account         | ""                                 | /account
            account         | " ACC"                             | /account
            account         | "ACC\\n"                           | /account
            account         | "口座"                              | /account
            account         | "ACC\\ud800"                       | /account
            instrument      | -                                  | /instrument
            instrument      | {}                                 | /instrument
            instrument      | "a;b"                              | /instrument
            side            | -                                  | /side
            side            | "BUY"                              | /side
            side            | true                               | /side
            side            | "hold"                             | /side
            quantity        | -                                  | /quantity
            quantity        | 100                                | /quantity
            quantity        | "0"                                | /quantity
            quantity        | "0.000"                            | /quantity
            quantity        | "-1"                               | /quantity
            quantity        | "+1"                               | /quantity
            quantity        | "1e3"                              | /quantity
            quantity        | "01"                               | /quantity
            quantity        | ".5"                               | /quantity
            quantity        | "5."                               | /quantity
            quantity        | "1,000"                            | /quantity
            quantity        | " 1"                               | /quantity
            quantity        | "1\\n"                             | /quantity
            quantity        | "١"                                | /quantity
            quantity        | "NaN"                              | /quantity
            quantity        | ""                                 | /quantity
            quantity        | "1234567890123456789"              | /quantity
            quantity        | "1.1234567890123456789"            | /quantity
            order_type      | "stop"                             | /order_type
            order_type      | 7                                  | /order_type
            order_type      | "market"                           | /limit_price
            limit_price     | -                                  | /limit_price
            limit_price     | null                               | /limit_price
            limit_price     | "0"                                | /limit_price
            limit_price     | 2500.5                             | /limit_price
            amount          | "1"                                | /amount
            """
            + "account | \"" + LONG_101 + "\" | /account\n"
            + "instrument | \"" + LONG_101 + "\" | /instrument\n";

    private static final String PAYMENT_FAULTS = SHARED_FAULTS
            + """
            amount          | -                                  | /amount
            amount          | null                               | /amount
            amount          | 1200                               | /amount
            amount          | "0"                                | /amount
            amount          | "-1"                               | /amount
            amount          | "1e3"                              | /amount
            amount          | "01"                               | /amount
            amount          | "1000000000000000000"              | /amount
            amount          | "0x10"                             | /amount
            payment_method  | -                                  | /payment_method
            payment_method  | ""                                 | /payment_method
            payment_method  | "4111 1111 1111 1111"              | /payment_method
            payment_method  | ["tok"]                            | /payment_method
            reference       | -                                  | /reference
            reference       | ""                                 | /reference
            reference       | "a\\tb"                            | /reference
            reference       | "a\\u007f"                         | /reference
            reference       | "a\\u0000"                         | /reference
            reference       | "a\\ud83d"                         | /reference
            reference       | "\\ude00a"                         | /reference
            reference       | 1                                  | /reference
            account         | "ACC-1"                            | /account
            limit_price     | "1"                                | /limit_price
            """
            + "reference | \"" + "r".repeat(201) + "\" | /reference\n"
            + "payment_method | \"" + LONG_101 + "\" | /payment_method\n";

    private static final String SHARED_VARIANTS =
            """
            gateway         | -
            gateway         | null
            expires_at      | -
            expires_at      | null
            expires_at      | "2027-12-01T09:00:00+09:00"
            expires_at      | "2027-12-01T00:00:00.123456789Z"
            expires_at      | "2027-12-01t00:00:00z"
            expires_at      | "2027-12-01T00:00Z"
            expires_at      | "1970-01-01T00:00:00Z"
            expires_at      | "9999-12-31T23:59:59Z"
            metadata        | -
            metadata        | null
            metadata        | {"a":null,"b":[true,1,1.5,1e21,-0.0,"x"],"":{"c":{}}}
            metadata        | {"n":8.41e21}
            metadata        | {"n":9007199254740992}
            metadata        | {"a":{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}}
            metadata        | {"a":"\\ud83d\\ude00"}
            idempotency_key | null
            idempotency_key | "k:1/2#3"
            idempotency_key | "..."
            """ + "idempotency_key | \"" + "k".repeat(255) + "\"\n" + "gateway | \"" + "g".repeat(100) + "\"\n";

    private static final String ORDER_VARIANTS = SHARED_VARIANTS + """
            side            | "sell"
            quantity        | "0.000000000000000001"
            quantity        | "999999999999999999.999999999999999999"
            quantity        | "1.0"
            account         | "a:b/c-d_e.f"
            """ + "account | \"" + "a".repeat(100) + "\"\n";

    private static final String PAYMENT_VARIANTS = SHARED_VARIANTS + """
            reference       | "請求書 第1号 😀"
            amount          | "0.01"
            """ + "reference | \"" + "r".repeat(200) + "\"\n";

    private SubmissionTable() {}

    static Stream<Arguments> orderFaults() {
        return rows(ORDER_FAULTS);
    }

    static Stream<Arguments> paymentFaults() {
        return rows(PAYMENT_FAULTS);
    }

    static Stream<Arguments> orderVariants() {
        return rows(ORDER_VARIANTS);
    }

    static Stream<Arguments> paymentVariants() {
        return rows(PAYMENT_VARIANTS);
    }

    private static Stream<Arguments> rows(String table) {
        return table.lines().map(line -> Arguments.of((Object[]) line.trim().split("\\s+\\|\\s+")));
    }
}

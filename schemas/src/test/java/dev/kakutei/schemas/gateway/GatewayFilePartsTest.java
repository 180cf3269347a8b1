package dev.kakutei.schemas.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each part of a gateway's description: what is understood, what is refused, and what is warned of (SPEC D1, D2, D4). */
class GatewayFilePartsTest {
    private static final String ACME = """
            default: acme
            routes: {order: broker, payment: acme}
            gateways:
              acme:
                class: idempotent
                url: https://api.acme.example/v1
                paths: {payment: /charges}
                method: put
                headers: {Acme-Version: "2026-01-01", X-Number: 1.10, X-Tenant: {env: ACME_TENANT}, X-Request: "{request_id}"}
                auth: {bearer: {env: ACME_TOKEN}}
                signature: {header: X-Signature, key: {file: /run/secrets/hmac}, algorithm: hmac-sha512, encoding: base64, content: "{timestamp}.{body}", prefix: "v1=", timestamp_header: X-Timestamp}
                idempotency: {header: Idempotency-Key, ttl: 24h}
                request:
                  format: form
                  bodies:
                    payment: {amount: "{amount|minor}", currency: "{currency|lower}", metadata: "{metadata}", capture: true, lines: ["{metadata.branch|upper}"]}
                connect_timeout: 3s
                max_response: 1MiB
                network: {allow: [loopback, private, link_local, 10.1.0.0/16, "fd00::/8"]}
                tls: {trust: ca.pem, certificate: us.pem, key: us.key}
                response_success_criteria: {conditions: [{path: $.status, operation: eq, value: ok}, {path: "$.errors", operation: missing}], match_mode: all}
                response_refused_criteria: {conditions: [{path: $.error_code, operation: in, value: [60200, "60203"]}]}
                response_retryable_criteria: {conditions: [{path: header:X-Busy, operation: exists}]}
                response_quota_criteria: {conditions: [{path: status, operation: eq, value: 429}, {path: "$['error'].code", operation: regex, value: "^quota"}]}
                response_pending_criteria: {conditions: [{path: "$.items[0].state", operation: contains, value: wait}], match_mode: any}
                quota_period: 12h
                response_otherwise: unknown
                answer: {code: $.error.code, message: $.error.message, reference: $.id}
                status_query:
                  paths: {payment: "/charges/{request_id}"}
                  status: $.data.state
                  succeeded: [done]
                  declined: [void]
                  pending: [open]
                  not_found: [none]
                  succeeded_criteria: {conditions: [{path: $.paid, operation: eq, value: true}]}
                  declined_criteria: {conditions: [{path: $.paid, operation: eq, value: false}]}
                  pending_criteria: {conditions: [{path: $.age, operation: lt, value: "1.5"}]}
                  not_found_criteria: {conditions: [{path: $.items, operation: eq, value: []}]}
                  same: {reference: $.data.ref, amount: $.data.amount, currency: $.data.currency}
                concurrency: 8
                rate: {per_second: 0.5}
                breaker: {failures: 3, of: 5, open_for: 10s, probes: 1}
              broker: {class: neither, url: "https://broker.example", paths: {order: /orders}, auth: {basic: {user: us, password: {env: BROKER}}}, rate: {per_second: 50}, breaker: {}}
              keyed: {class: neither, url: "https://keyed.example", paths: {order: /orders}, auth: {api_key: {header: X-Api-Key, key: {env: KEYED}}}, breaker: {enabled: false}}
            """;

    @Test
    void wire_withEverything_isUnderstood() throws Exception {
        CallSettings call = acme().callSettings();
        assertThat(call.method()).isEqualTo(CallSettings.Method.PUT);
        assertThat(call.headers())
                .isEqualTo(Map.of(
                        "Acme-Version", new CallSettings.HeaderValue("2026-01-01", null),
                        "X-Number", new CallSettings.HeaderValue("1.10", null),
                        "X-Request", new CallSettings.HeaderValue("{request_id}", null),
                        "X-Tenant", new CallSettings.HeaderValue(null, new Secret(Secret.Source.ENV, "ACME_TENANT"))));
        assertThat(call.auth()).isEqualTo(new Auth.Bearer(new Secret(Secret.Source.ENV, "ACME_TOKEN")));
        assertThat(call.signature())
                .isEqualTo(new Signature(
                        "X-Signature",
                        new Secret(Secret.Source.FILE, "/run/secrets/hmac"),
                        Signature.Algorithm.HMAC_SHA512,
                        Signature.Encoding.BASE64,
                        "{timestamp}.{body}",
                        "v1=",
                        "X-Timestamp"));
        assertThat(call.format()).isEqualTo(CallSettings.BodyFormat.FORM);
        JsonNode body = Json.MAPPER.readTree("""
                {"amount":"{amount|minor}","currency":"{currency|lower}","metadata":"{metadata}","capture":true,
                 "lines":["{metadata.branch|upper}"]}
                """);
        assertThat(call.bodies()).isEqualTo(Map.of(RequestKind.PAYMENT, body));
        assertThat(call.connectTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(call.maxResponseBytes()).isEqualTo(1024 * 1024);
        assertThat(call.allow()).containsExactly("loopback", "private", "link_local", "10.1.0.0/16", "fd00::/8");
        assertThat(call.tls()).isEqualTo(new CallSettings.Tls("ca.pem", "us.pem", "us.key"));
    }

    @Test
    void answering_withEverything_isUnderstood() throws Exception {
        AnswerRules rules = acme().answerRules();
        assertThat(rules.success())
                .isEqualTo(new Criteria(
                        List.of(
                                new Condition("$.status", Condition.Operation.EQ, TextNode.valueOf("ok")),
                                new Condition("$.errors", Condition.Operation.MISSING, null)),
                        Criteria.MatchMode.ALL));
        assertThat(rules.refused().conditions())
                .containsExactly(new Condition(
                        "$.error_code", Condition.Operation.IN, Json.MAPPER.readTree("[60200, \"60203\"]")));
        assertThat(rules.retryable().conditions())
                .containsExactly(new Condition("header:X-Busy", Condition.Operation.EXISTS, null));
        assertThat(rules.quota().conditions())
                .containsExactly(
                        new Condition("status", Condition.Operation.EQ, IntNode.valueOf(429)),
                        new Condition("$['error'].code", Condition.Operation.REGEX, TextNode.valueOf("^quota")));
        assertThat(rules.pending().matchMode()).isEqualTo(Criteria.MatchMode.ANY);
        assertThat(rules.quotaPeriod()).isEqualTo(Duration.ofHours(12));
        assertThat(rules.otherwise()).isEqualTo(AnswerRules.Otherwise.UNKNOWN);
        assertThat(List.of(rules.codePath(), rules.messagePath(), rules.referencePath()))
                .containsExactly("$.error.code", "$.error.message", "$.id");
    }

    @Test
    void statusQuery_withEverything_isUnderstood() throws Exception {
        Gateway.StatusQuery query = acme().statusQuery();
        assertThat(query.statusPath()).isEqualTo("$.data.state");
        assertThat(List.of(query.succeeded(), query.declined(), query.pending(), query.notFoundWords()))
                .containsExactly(Set.of("done"), Set.of("void"), Set.of("open"), Set.of("none"));
        assertThat(query.succeededCriteria().conditions())
                .containsExactly(new Condition("$.paid", Condition.Operation.EQ, BooleanNode.TRUE));
        assertThat(query.declinedCriteria().conditions()).hasSize(1);
        assertThat(query.pendingCriteria().conditions()).hasSize(1);
        assertThat(query.notFoundCriteria().conditions())
                .containsExactly(new Condition("$.items", Condition.Operation.EQ, Json.MAPPER.readTree("[]")));
        assertThat(List.of(
                        query.same().referencePath(),
                        query.same().amountPath(),
                        query.same().currencyPath()))
                .containsExactly("$.data.ref", "$.data.amount", "$.data.currency");
    }

    @Test
    void limits_withEverything_areUnderstood() throws Exception {
        Map<String, Gateway> gateways = GatewayFile.read(ACME).byName();
        assertThat(gateways.get("acme").limits())
                .isEqualTo(new Limits(8, new Limits.Rate(0.5, 1), new Limits.Breaker(3, 5, Duration.ofSeconds(10), 1)));
        assertThat(gateways.get("broker").limits())
                .isEqualTo(
                        new Limits(4, new Limits.Rate(50, 50), new Limits.Breaker(10, 20, Duration.ofSeconds(30), 2)));
        assertThat(gateways.get("keyed").limits()).isEqualTo(new Limits(4, null, null));
    }

    @Test
    void auth_eachWay_isUnderstood() throws Exception {
        Map<String, Gateway> gateways = GatewayFile.read(ACME).byName();
        assertThat(gateways.get("broker").callSettings().auth())
                .isEqualTo(new Auth.Basic("us", new Secret(Secret.Source.ENV, "BROKER")));
        assertThat(gateways.get("keyed").callSettings().auth())
                .isEqualTo(new Auth.ApiKey("X-Api-Key", new Secret(Secret.Source.ENV, "KEYED")));
    }

    @Test
    void file_withEverything_givesNoWarning() {
        assertThat(SchemaAgreement.check(ACME).warnings()).isEmpty();
    }

    /** What is added to a gateway that has all it needs, and the one mistake with its path. */
    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', textBlock = """
            method: get                                  | method: must be one of post, put, not "get"
            headers: {Host: x}                           | headers.Host: the header Host is not for the file to set
            headers: {content-length: 1}                 | headers.content-length: the header content-length is not for the file
            headers: {Traceparent: x}                    | headers.Traceparent: the header Traceparent is not for the file
            headers: {K: x}                              | headers.K: the header K is already set by idempotency
            headers: {X-A: a, x-a: b}                    | headers.x-a: the header x-a is already set by headers
            headers: {"X A": x}                          | headers.X A: "X A" is not a header's name
            headers: {X-A: "a\\r\\nX-B: b"}              | headers.X-A: must have no control characters, such as a line break
            headers: {X-A: "é"}                          | headers.X-A: must have only the printable characters of ASCII
            headers: {X-A: "{amount}"}                   | headers.X-A: {amount} is no field of the requests that this gateway takes
            headers: {X-A: "{metadata}"}                 | headers.X-A: {metadata} is a mapping, which no header can carry
            headers: {X-A: "{requestid}"}                | headers.X-A: {requestid} is no placeholder; did you mean {request_id}?
            headers: {X-A: "{side|minor}"}               | headers.X-A: "minor" cannot be used on {side}: its filters are lower, upper
            headers: {X-A: "{side"}                      | headers.X-A: has a '{' without its other half
            headers: {X-A: "side}"}                      | headers.X-A: has a '}' without its other half
            headers: {X-A: "{metadata.a b}"}             | headers.X-A: {metadata.a b}: an entry of metadata is named by
            headers: {X-A: [a]}                          | headers.X-A: must be a single value
            headers: {X-A: }                             | headers.X-A: is missing: a text, {env: NAME} or {file: PATH}
            headers: {Authorization: Bearer x}           | headers.Authorization: a secret must not be in the file: {env: NAME} or {file: PATH}, or use auth
            headers: {X-A: {env: "A-B"}}                 | headers.X-A.env: must be the name of an environment variable
            headers: {X-A: {var: A}}                     | headers.X-A.var: is not known here; known are env, file
            headers: [a]                                 | headers: must be a mapping
            auth: {bearer: abc}                          | auth.bearer: a secret must not be in the file: {env: NAME} or {file: PATH}
            auth: {bearer: }                             | auth.bearer: is missing: {env: NAME} or {file: PATH}
            auth: {bearer: {env: }}                      | auth.bearer: must be either {env: NAME} or {file: PATH}
            auth: {bearer: {env: A, file: b}}            | auth.bearer: must be either {env: NAME} or {file: PATH}
            auth: {bearer: {file: ' '}}                  | auth.bearer.file: must be the path of a file
            auth: {}                                     | auth: must be exactly one of bearer, basic, api_key
            auth: {bearer: {env: A}, basic: {}}          | auth: must be exactly one of bearer, basic, api_key
            auth: {basic: {password: {env: A}}}          | auth.basic.user: is missing
            auth: {basic: {user: "a:b", password: {env: A}}} | auth.basic.user: must have no ':'
            auth: {api_key: {header: Host, key: {env: A}}}   | auth.api_key.header: the header Host is not for the file
            auth: {api_key: {header: k, key: {env: A}}}      | auth.api_key.header: the header k is already set by idempotency
            auth: {api_key: {key: {env: A}}}             | auth.api_key.header: is missing
            signature: {header: X-S}                     | signature.key: is missing: {env: NAME} or {file: PATH}
            signature: {key: {env: A}}                   | signature.header: is missing
            signature: {header: X-S, key: {env: A}, algorithm: md5}      | signature.algorithm: must be one of hmac-sha256, hmac-sha512, not "md5"
            signature: {header: X-S, key: {env: A}, encoding: base32}    | signature.encoding: must be one of hex, base64, not "base32"
            signature: {header: X-S, key: {env: A}, content: "{url}"}    | signature.content: {url} cannot be signed; there are
            signature: {header: X-S, key: {env: A}, content: "{timestamp}{body}"} | signature.timestamp_header: is missing
            signature: {header: X-S, key: {env: A}, timestamp_header: x-s} | signature.timestamp_header: the header x-s is already set by signature.header
            request: {format: xml}                       | request.format: must be one of json, form, not "xml"
            request: {bodies: {order: text}}             | request.bodies.order: must be a mapping
            request: {format: form, bodies: {order: [a]}} | request.bodies.order: must be a mapping
            request: {bodies: {order: {a: "{amount}"}}}  | request.bodies.order.a: {amount} is no field of an order
            request: {bodies: {order: {a: [{b: "{x}"}]}}} | request.bodies.order.a[0].b: {x} is no placeholder
            request: {bodies: {order: {a: "x{metadata}"}}} | request.bodies.order.a: {metadata} is a mapping and must be alone
            request: {bodies: {order: {a: "{metadata|lower}"}}} | request.bodies.order.a: "lower" cannot be used on {metadata}: there is no filter for it
            request: {bodies: {order: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: 1}}}}}}}}}}}} | request.bodies.order.a.a.a.a.a.a.a.a.a.a: must be nested at most 10 deep
            request: {bodies: {refund: {}}}              | request.bodies.refund: is not known here; known are order, payment
            connect_timeout: 2m                          | connect_timeout: must be from 1ms to 1m, not 2m
            {call_timeout: 3s, min_call_timeout: 4s}     | min_call_timeout: is longer than call_timeout (3s)
            max_response: 64KB                           | max_response: must be a size such as 65536, 64KiB or 1MiB, not "64KB"
            max_response: 9MiB                           | max_response: must be from 1KiB to 8MiB, not 9MiB
            max_response: 1                              | max_response: must be from 1KiB to 8MiB, not 1
            network: {allow: everything}                 | network.allow: must be a list
            network: {allow: [everything]}               | network.allow[0]: must be loopback, private, link_local, or a network such as 10.1.0.0/16, not "everything"
            network: {allow: [10.1.0.0]}                 | network.allow[0]: must be loopback
            network: {allow: [10.1.0.0/33]}              | network.allow[0]: "10.1.0.0/33": the number after '/' is at most 32
            network: {allow: [10.1.0.1/16]}              | network.allow[0]: "10.1.0.1/16" names more than a network: the last 16 bits must be 0
            network: {allow: [010.0.0.0/8]}              | network.allow[0]: must be loopback
            network: {allow: [300.1.0.0/16]}             | network.allow[0]: must be loopback
            network: {allow: ["fd00::1::/8"]}            | network.allow[0]: must be loopback
            tls: {certificate: a.pem}                    | tls.key: is missing: a certificate is shown only with its key
            tls: {key: a.pem}                            | tls.certificate: is missing: a key is used only with its certificate
            tls: {}                                      | tls: says nothing
            quota_period: 32d                            | quota_period: must be from 1s to 31d, not 32d
            response_otherwise: success                  | response_otherwise: must be one of refused, unknown, not "success"
            answer: {code: error.code}                   | answer.code: must begin with '$', not "error.code"
            answer: {code: "$.errors[*].code"}           | answer.code: must name one place; write [0] instead of [*]
            answer: {id: $.id}                           | answer.id: is not known here
            rate: {}                                     | rate.per_second: is missing: how many calls a second may begin
            rate: {per_second: 0}                        | rate.per_second: must be a number from 0.001 to 100000, not "0"
            rate: {per_second: fast}                     | rate.per_second: must be a number from 0.001 to 100000, not "fast"
            rate: {per_second: 5, burst: 0}              | rate.burst: must be a whole number from 1 to 100000, not "0"
            breaker: {failures: 6, of: 5}                | breaker.failures: there cannot be 6 failures among the last 5 calls
            breaker: {enabled: "no"}                     | breaker.enabled: must be true or false, not "no"
            breaker: {open_for: 2h}                      | breaker.open_for: must be from 100ms to 1h, not 2h
            breaker: {failure: 3}                        | breaker.failure: is not known here; did you mean "failures"?
            respons_success_criteria: {}                 | respons_success_criteria: is not known here; did you mean "response_success_criteria"?
            paths: {order: "/o/{account}"}               | paths.order: {account} is no placeholder of a path; there is request_id
            paths: {order: "/o#x"}                       | paths.order: must have no '#'
            paths: {order: "/o o"}                       | paths.order: is not the path of an address
            paths: {order: "/o/{request_id"}             | paths.order: is not the path of an address: has a '{' without its other half
            url: "http://u:p@h"                          | url: must have no user and password; use auth
            url: "http://h?a=b"                          | url: must end before any '?' or '#'
            url: "http://h/#a"                           | url: must end before any '?' or '#'
            status_query: {paths: {order: "/o/{id}"}}    | status_query.paths.order: {id} is no placeholder of a path; there is gateway_reference, request_id
            status_query: {paths: {order: "/o/{request_id}"}, status: status} | status_query.status: must begin with '$'
            status_query: {paths: {order: "/o/{request_id}"}, same: {id: $.a}} | status_query.same.id: is not known here
            status_query: {paths: {order: "/o/{request_id}"}, not_found: [filled]} | status_query.not_found: "filled" is also among succeeded
            """)
    void part_oneMistake_isReportedWithItsPath(String entry, String mistake) {
        assertThat(SchemaAgreement.check(gateway(entry)).mistakes())
                .hasSize(1)
                .allSatisfy(text -> assertThat(text).startsWith("gateways.sim." + mistake));
    }

    /** SPEC D2, D4: one condition, and the one mistake with its path. */
    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', textBlock = """
            {operation: exists}                          | path: is missing: where to look: $.status, status, or header:NAME
            {path: $.a}                                  | operation: is missing: one of eq, ne, gt, gte, lt, lte, in, nin, exists, missing, contains, regex
            {path: $.a, operation: equals, value: 1}     | operation: must be one of eq, ne, gt, gte, lt, lte, in, nin, exists, missing, contains, regex, not "equals"
            {path: $.a, operation: exists, value: true}  | value: "exists" compares with nothing: leave the value out
            {path: $.a, operation: missing, value: }     | value: "missing" compares with nothing: leave the value out
            {path: $.a, operation: eq}                   | value: is missing: "eq" compares with it
            {path: $.a, operation: ne}                   | value: is missing: "ne" compares with it
            {path: $.a, operation: gt, value: many}      | value: "gt" needs a number, such as 100 or "99.95", not "many"
            {path: $.a, operation: gte}                  | value: "gte" needs a number, such as 100 or "99.95", and none is given
            {path: $.a, operation: lt, value: "1e9"}     | value: "lt" needs a number
            {path: $.a, operation: lte, value: [1]}      | value: "lte" needs a number
            {path: $.a, operation: in, value: ok}        | value: "in" needs a list of 1 to 1000 single values: [ok, done], not "ok"
            {path: $.a, operation: nin, value: []}       | value: "nin" needs a list
            {path: $.a, operation: in, value: [[1]]}     | value: "in" needs a list
            {path: $.a, operation: contains}             | value: "contains" needs a single value
            {path: $.a, operation: contains, value: {}}  | value: "contains" needs a single value
            {path: $.a, operation: regex, value: 7}      | value: "regex" needs a pattern in quotes: "^ok", not 7
            {path: $.a, operation: regex, value: "(a"}   | value: is not a pattern: missing closing ) at "(a"; patterns are those of RE2
            {path: $.a, operation: regex, value: "(?=a)"} | value: is not a pattern
            {path: $.a, operation: regex, value: "((a{1000}){1000}){1000}"} | value: a pattern that repeats too much
            {path: $.a, operation: regex, value: "(a)\\\\1"} | value: is not a pattern
            {path: $.a, operation: eq, valeu: 1, value: 1} | valeu: is not known here; did you mean "value"?
            {path: a, operation: exists}                 | path: must begin with '$', not "a"
            {path: "$..a", operation: exists}            | path: "$..a" is not understood from "..a" on
            {path: "$.a[?(@.b)]", operation: exists}     | path: "$.a[?(@.b)]" is not understood from "[?(@.b)]" on
            {path: "$.a.length()", operation: exists}    | path: "$.a.length()" is not understood from "()" on
            {path: "$.a[1:2]", operation: exists}        | path: "$.a[1:2]" is not understood from "[1:2]" on
            {path: "$.a[-1]", operation: exists}         | path: "$.a[-1]" is not understood from "[-1]" on
            {path: "$.a[(@.length-1)]", operation: exists} | path: "$.a[(@.length-1)]" is not understood
            {path: "$['a','b']", operation: exists}      | path: "$['a','b']" is not understood
            {path: "$.*", operation: exists}             | path: "$.*" is not understood from ".*" on
            {path: "$.", operation: exists}              | path: "$." is not understood
            {path: "$.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a", operation: exists} | path: must have at most 20 steps, not 21
            {path: "header:", operation: exists}         | path: "" is not a header's name: header:NAME
            {path: "header:a b", operation: exists}      | path: "a b" is not a header's name
            """)
    void condition_oneMistake_isReportedWithItsPath(String condition, String mistake) {
        String entry =
                "response_refused_criteria: {conditions: [{path: status, operation: eq, value: 1}, " + condition + "]}";
        assertThat(SchemaAgreement.check(gateway(entry)).mistakes())
                .hasSize(1)
                .allSatisfy(text ->
                        assertThat(text).startsWith("gateways.sim.response_refused_criteria.conditions[1]." + mistake));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{path: $, operation: exists}",
                "{path: $.a.b-c.d_1, operation: eq, value: null}",
                "{path: \"$['a b']['$id'].x[0][*].ü\", operation: exists}",
                "{path: $.a, operation: gt, value: 1.5}",
                "{path: $.a, operation: lte, value: '-0.50'}",
                "{path: header:x-rate_limit, operation: contains, value: 5}",
                "{path: $.a, operation: nin, value: [1, a, true, null]}",
                "{path: $.a, operation: ne, value: {b: [1]}}",
                "{path: $.a, operation: regex, value: '(?i)^insufficient[_ ]funds$'}",
            })
    void condition_wellFormed_isTaken(String condition) {
        assertThat(SchemaAgreement.check(gateway("response_refused_criteria: {conditions: [" + condition + "]}"))
                        .mistakes())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', textBlock = """
            {conditions: []}                             | conditions: an empty list holds for every answer
            {conditions: {path: $.a}}                    | conditions: must be a list of at most 50 conditions
            {match_mode: any}                            | conditions: must be a list of at most 50 conditions
            {conditions: [text]}                         | conditions[0]: must be a mapping
            {conditions: [{path: $.a, operation: exists}], match_mode: most} | match_mode: must be one of all, any, not "most"
            {conditions: [{path: $.a, operation: exists}], mode: all} | mode: is not known here
            """)
    void criteria_oneMistake_isReportedWithItsPath(String criteria, String mistake) {
        assertThat(SchemaAgreement.check(gateway("response_quota_criteria: " + criteria))
                        .mistakes()
                        .get(0))
                .startsWith("gateways.sim.response_quota_criteria." + mistake);
    }

    /** SPEC D2: an empty list is true, so every answer in the 200s is a success, as the HTTP status says. */
    @Test
    void successCriteria_withoutConditions_areTaken() {
        GatewayFileReport report = SchemaAgreement.check(gateway("response_success_criteria: {conditions: []}"));
        assertThat(report.mistakes()).isEmpty();
        assertThat(report.warnings()).noneMatch(text -> text.contains("response_"));
    }

    @Test
    void criteriaOfAStatusQuery_withoutConditions_areRefused() {
        String entry = "status_query: {paths: {order: \"/o/{request_id}\"}, succeeded_criteria: {conditions: []}}";
        assertThat(SchemaAgreement.check(gateway(entry)).mistakes())
                .singleElement()
                .asString()
                .startsWith("gateways.sim.status_query.succeeded_criteria.conditions: an empty list holds for every");
    }

    @Test
    void criteria_moreThanFiftyConditions_areRefused() {
        String many = "{path: $.a, operation: exists},".repeat(51);
        assertThat(SchemaAgreement.check(gateway("response_quota_criteria: {conditions: [" + many + "]}"))
                        .mistakes())
                .singleElement()
                .asString()
                .startsWith("gateways.sim.response_quota_criteria.conditions: must be a list of at most 50 conditions");
    }

    @Test
    void pattern_tooLong_isRefused() {
        String entry = "response_quota_criteria: {conditions: [{path: $.a, operation: regex, value: " + "a".repeat(513)
                + "}]}";
        assertThat(SchemaAgreement.check(gateway(entry)).mistakes())
                .containsExactly("gateways.sim.response_quota_criteria.conditions[0].value: "
                        + "a pattern has at most 512 characters, not 513");
    }

    @Test
    void body_tooManyValues_isRefusedOnce() {
        String entry = "request: {bodies: {order: {a: [" + "1,".repeat(600) + "]}}}";
        assertThat(SchemaAgreement.check(gateway(entry)).mistakes())
                .containsExactly("gateways.sim.request.bodies.order: must have at most 500 values");
    }

    /** A secret that was written into the file is not written into the log as well. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "auth: {bearer: s3cr3t}",
                "auth: {bearer: [s3cr3t]}",
                "auth: {basic: {user: a, password: s3cr3t}}",
                "auth: {api_key: {header: X-Key, key: s3cr3t}}",
                "signature: {header: X-S, key: s3cr3t}",
                "headers: {Authorization: Bearer s3cr3t}",
                "headers: {X-Token: s3cr3t}",
                "url: 'http://us:s3cr3t@h'",
            })
    void secret_inTheFile_isNotRepeated(String entry) {
        GatewayFileReport report = SchemaAgreement.check(gateway(entry));
        assertThat(report.mistakes().size() + report.warnings().size()).isPositive();
        assertThat(report.mistakes() + " " + report.warnings()).doesNotContain("s3cr3t");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', textBlock = """
            url: "http://gateway.example"                | url: is not encrypted
            tls: {trust: ca.pem}                         | tls: has no effect on an http address
            {call_timeout: 1s, connect_timeout: 2s}      | connect_timeout: is longer than call_timeout
            retry: {first: 5m}                           | retry.first: is longer than cap
            response_success_criteria: {conditions: [{path: $.ok, operation: eq, value: true}]} | response_otherwise: is not said
            quota_period: 1h                             | quota_period: has no effect without response_quota_criteria
            headers: {X-Api-Key: abc}                    | headers.X-Api-Key: looks like a secret
            signature: {header: X-S, key: {env: A}, content: "{path}"} | signature.content: the body is not signed
            request: {bodies: {payment: {a: 1}}}         | request.bodies.payment: has no effect: paths has no payment
            idempotency: {header: K, ttl: 5m}            | idempotency.ttl: is too short for a second attempt in doubt
            paths: {order: /o, payment: /p}              | status_query.paths: has no payment: a payment in doubt cannot be asked about
            status_query: {paths: {order: /o}}           | status_query.paths.order: does not name the request: put {request_id}
            verification: {not_found: resend}            | verification.not_found: a request is sent again after any 404
            class: neither                               | status_query: is never asked of a gateway of class neither
            {class: neither, retry: {attempts: 3}} | retry.attempts: only what certainly did nothing is sent again
            """)
    void gateway_unwise_isWarnedOf(String entry, String warning) {
        GatewayFileReport report = SchemaAgreement.check(gateway(entry));
        assertThat(report.mistakes()).isEmpty();
        assertThat(report.warnings()).anySatisfy(text -> assertThat(text).startsWith("gateways.sim." + warning));
    }

    @Test
    void gateway_sound_isNotWarnedOf() {
        assertThat(SchemaAgreement.check(gateway("concurrency: 4")).warnings()).isEmpty();
    }

    @Test
    void idempotency_shorterThanOneAttempt_isRefused() {
        assertThat(SchemaAgreement.check(gateway("{idempotency: {header: K, ttl: 1m}, call_timeout: 31s}"))
                        .mistakes())
                .singleElement()
                .asString()
                .startsWith(
                        "gateways.sim.idempotency.ttl: is shorter than send_window and call_timeout together (61s)");
    }

    @Test
    void route_toAGatewayWithoutThatKind_isWarnedOf() {
        String yaml = "routes: {payment: a}\n"
                + "gateways: {a: {class: neither, url: 'http://localhost', paths: {order: /o}}}";
        assertThat(GatewayFile.check(yaml).warnings())
                .containsExactly("routes.payment: \"a\" takes no payment requests: its paths has no payment");
    }

    /** More than the schema takes, which asks for small letters. */
    @Test
    void word_inCapitals_isTaken() throws Exception {
        assertThat(GatewayFile.read(gateway("method: PUT"))
                        .byName()
                        .get("sim")
                        .callSettings()
                        .method())
                .isEqualTo(CallSettings.Method.PUT);
    }

    @Test
    void file_alias_isRefusedWithItsLine() {
        String yaml = "gateways:\n  a: {class: neither, url: &u 'http://localhost', paths: {order: /o}}\n"
                + "  b: {class: neither, url: *u, paths: {order: /o}}";
        assertThat(GatewayFile.check(yaml).mistakes())
                .containsExactly("line 3: *u stands for something else, which is not understood here: write it out");
    }

    @Test
    void file_tooLong_isRefused() {
        assertThat(GatewayFile.check("#" + "x".repeat(1024 * 1024)).mistakes())
                .containsExactly("the file has more than 1048576 characters");
    }

    private static Gateway acme() throws InvalidGatewayFile {
        return GatewayFile.read(ACME).byName().get("acme");
    }

    /** A gateway that has all it needs, with this added or changed. */
    static String gateway(String entry) {
        return changed("""
                class: idempotent
                url: http://localhost
                paths: {order: /o}
                idempotency: {header: K, ttl: 24h}
                status_query: {paths: {order: "/o/{request_id}"}}
                """, entry);
    }

    static String changed(String sound, String entry) {
        ObjectNode gateway = (ObjectNode) SchemaAgreement.tree(sound);
        gateway.setAll((ObjectNode) SchemaAgreement.tree(entry));
        return "{\"gateways\": {\"sim\": " + gateway + "}}";
    }
}

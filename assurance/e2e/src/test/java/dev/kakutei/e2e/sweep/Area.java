package dev.kakutei.e2e.sweep;

import java.util.List;

/** What may come in from outside or leak out: which tests stand against it, and what must hold. */
enum Area {
    HTTP(
            "Malformed and oversized HTTP requests",
            "A1, A4, A7, A9",
            "each is answered with a problem in 4xx that names the place at fault, or not at all where it is no HTTP;"
                    + " never with a 500, never with a request taken",
            "HttpFuzzTest, HttpConformanceTest, HttpListenerTest, KeyHeaderTest, DeadlineRuleTest, SearchParametersTest,"
                    + " SheddingTest"),
    BODIES(
            "Bodies of requests: limits, types, numbers, duplicate keys",
            "A1, A9",
            "one fault is reported with its place, many are reported together; the HTTP endpoint and the published schema take the same",
            "SubmissionTest, RequestSchemaPropertyTest"),
    DIGEST(
            "Spellings of one request",
            "A2",
            "two spellings of one request have one digest, two requests have two; what has no exact form is refused",
            "RequestDigestPropertyTest, CanonicalJsonTest, CanonicalJsonPropertyTest"),
    TOPICS(
            "Poison in topics",
            "A8",
            "it is rejected with the field at fault, or reported as undecodable; nothing behind it is held up",
            "RequestLoopTest, RequestTopicListenerTest, RejectionWriterTest, CodecTest, CodecPropertyTest, RouterTest"),
    ANSWERS(
            "Answers of gateways",
            "D2, D5",
            "each call ends in a report of bounded size; nothing certain is concluded from what was not understood;"
                    + " memory does not depend on what is sent",
            "HostileAnswersTest, AnswerJsonTest, ReadingLimitTest, DecimalTest, JudgedAnswersTest"),
    PATTERNS(
            "Regular expressions",
            "D4",
            "they take linear time; length of pattern and input are bounded; what would not fit is refused before it"
                    + " takes memory",
            "LinearPatternTest, CompiledCriteriaTest"),
    ADDRESSES(
            "Addresses that must not be called (SSRF)",
            "D1, G3",
            "no connection is made to an address that is not public, whatever spelling, name or redirection leads"
                    + " there",
            "AddressRuleTest, CheckedResolverTest, HostListTest, AllowedAddressesTest"),
    INJECTION(
            "Header, body and path injection towards gateways",
            "D1, D6",
            "what a caller writes stays one value; what no header can carry is refused and nothing is sent; one call"
                    + " is one request on the wire",
            "HeaderInjectionTest, BodyTemplateTest, WireBytesTest, OneCallOneRequestTest"),
    FILES(
            "Settings and gateway files",
            "D1, D2, D4",
            "each mistake is reported with its path, all of them at once; a secret in the file is not repeated",
            "GatewayFileTest, GatewayFilePartsTest, ApprovalsReaderTest, SettingsTest"),
    CONSOLE(
            "Script and markup in the console (XSS), framing, foreign origins (CSRF) and hosts (rebinding)",
            "F6, G3",
            "what others wrote is shown and never run; nothing is inline or from elsewhere; open access refuses"
                    + " foreign hosts and origins",
            "ConsoleTest, ConsoleSourcesTest, ConsoleFilesTest, ConsoleListenerTest, OpenAccessTest"),
    KEYS(
            "API keys: which clients have access, and what they see",
            "G3",
            "a bad key is refused in the same bytes whatever is bad about it; no client sees or moves another's request; a"
                    + " revoked key ends soon, at all instances; rates are kept",
            "ApiKeyTest, CredentialsTest, KeyRingTest, ApiKeyAuthenticatorTest, ClientRegistryTest, ClientNameTest, RateLimitTest,"
                    + " AccessExchangesTest, AccessInstancesTest"),
    TLS(
            "TLS, of the HTTP listener and towards gateways",
            "D1, G3",
            "only certificates that are trusted and fit; 1.2 and 1.3 alone; when a handshake fails, nothing of a"
                    + " request has left",
            "ListenerTlsTest, PemIdentityTest, TlsTest, TlsFilesTest"),
    SECRETS(
            "Secrets and card numbers in logs, reports and answers",
            "F4",
            "planted in every place from outside, and echoed by gateways, they are found nowhere",
            "SecretLeakTest, NothingLeaksTest, RedactionTest, RedactedJsonTest, LinesTest, SecretsTest"),
    RIGHTS(
            "Rights of the services",
            "F7, G3",
            "with exactly the documented rights in Postgres everything works, and nothing beyond them is allowed; the"
                    + " composed installation listens on loopback",
            "LeastPrivilegesTest, ComposeFileTest");

    private final String title;
    private final String spec;
    private final String holds;
    private final List<String> classes;

    Area(String title, String spec, String holds, String classes) {
        this.title = title;
        this.spec = spec;
        this.holds = holds;
        this.classes = List.of(classes.split(", "));
    }

    String title() {
        return title;
    }

    /** Ids of the specification. */
    String spec() {
        return spec;
    }

    String holds() {
        return holds;
    }

    List<String> classes() {
        return classes;
    }
}

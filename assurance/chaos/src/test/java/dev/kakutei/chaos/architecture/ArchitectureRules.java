package dev.kakutei.chaos.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.Map.entry;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules that compiled classes can be asked about. A new package below {@code dev.kakutei} needs a line here. */
final class ArchitectureRules {
    private static final String HOUSE = "dev.kakutei.";

    /** Each part of the house, by its package, and the other parts it may use. Services meet in topics only. */
    private static final Map<String, Set<String>> MAY_SEE = Map.ofEntries(
            entry("schemas", Set.of()),
            entry("ledger", Set.of("schemas")),
            entry("simulation", Set.of("schemas", "ledger")),
            entry("boot", Set.of("schemas")),
            entry("embedded", Set.of("schemas", "boot")),
            entry("simulator", Set.of()),
            entry("testkit", Set.of("schemas", "boot", "embedded")),
            entry("console", Set.of()),
            entry("store", Set.of("schemas", "boot", "ledger")),
            entry("access", Set.of("schemas", "boot")),
            entry("http", Set.of("schemas", "boot", "access")),
            // serves the console's files beside its own routes
            entry("operator", Set.of("schemas", "boot", "ledger", "store", "access", "http", "console")),
            // the wiring of all of them, and what only a submission needs
            entry("ingest", Set.of("schemas", "boot", "ledger", "store", "access", "http", "operator")),
            entry("relay", Set.of("schemas", "boot")),
            entry("verifier", Set.of("schemas", "boot", "ledger")),
            entry("sender", Set.of("schemas", "boot")),
            // an auditor: reads what all have written down, the tables with the eyes of their owner
            entry("proof", Set.of("schemas", "boot", "ledger", "store")),
            // drives the whole from outside, and has it judged
            entry("chaos", Set.of("schemas", "boot", "embedded", "simulator", "store", "access", "proof", "testkit")),
            entry(
                    "standalone",
                    Set.of(
                            "schemas",
                            "ledger",
                            "boot",
                            "embedded",
                            "simulator",
                            "simulation",
                            "proof",
                            "store",
                            "access",
                            "ingest",
                            "relay",
                            "verifier",
                            "sender")));

    static final ArchRule PARTS_SEE_ONLY_WHAT_THEY_MAY =
            rule("parts see only what they may", classes().should(seeOnlyWhatTheyMay()));

    static final ArchRule DEBEZIUM_STAYS_IN_CAPTURE = only(
                    "Debezium stays in the relay's capture", "dev.kakutei.relay.capture..")
            .use("io.debezium..");

    static final ArchRule SQL_STAYS_WITH_ITS_OWNERS = only(
                    "SQL stays with those who own a database",
                    "dev.kakutei.store..",
                    // two tables of clients and keys, read at the start of every call and known to no one else
                    "dev.kakutei.access..",
                    // searches are statements made to measure, with the plan in mind
                    "dev.kakutei.operator.search..",
                    // the table of alerts, which is its own reader's
                    "dev.kakutei.operator.alert..",
                    // reads a tally that triggers keep, and draws it together
                    "dev.kakutei.operator.overview..",
                    // jobs that outlive their process
                    "dev.kakutei.operator.bulk..",
                    // jobs that outlive their process, too
                    "dev.kakutei.operator.summary..",
                    // an auditor reads the rows as they stand
                    "dev.kakutei.proof.read..",
                    "dev.kakutei.relay.capture..",
                    "dev.kakutei.relay.reconcile..",
                    "dev.kakutei.embedded..",
                    // asks a server about its settings, never about our rows
                    "dev.kakutei.standalone.doctor..",
                    // cuts other people's connections
                    "dev.kakutei.chaos..",
                    "dev.kakutei.testkit..")
            .use("java.sql..", "javax.sql..");

    static final ArchRule STREAMS_STAY_IN_THE_VERIFIER = only(
                    "Kafka Streams stays in the verifier", "dev.kakutei.verifier..")
            .use("org.apache.kafka.streams..");

    static final ArchRule NO_MOCKS = only("no test mocks", "nowhere").use("org.mockito..");

    static final ArchRule ONLY_THE_TEST_KIT_ARMS_FAILPOINTS = rule(
            "only the test kit arms failpoints",
            noClasses()
                    .that()
                    .resideOutsideOfPackages("dev.kakutei.testkit..")
                    .should()
                    .callMethodWhere(DescribedPredicate.describe(
                            "arms a failpoint",
                            call -> call.getTargetOwner().getName().equals("dev.kakutei.boot.Failpoint")
                                    && call.getTarget().getName().equals("arm"))));

    static final ArchRule LEDGER_KNOWS_ONLY_JDK_AND_SCHEMAS = rule(
            "the ledger knows only the JDK and the schemas",
            classes()
                    .that()
                    .resideInAPackage("dev.kakutei.ledger..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage("java..", "dev.kakutei.schemas..", "dev.kakutei.ledger.."));

    static final ArchRule LEDGER_HAS_NO_CLOCK_AND_NO_DICE = rule(
            "the ledger has no clock and no dice",
            noClasses()
                    .that()
                    .resideInAPackage("dev.kakutei.ledger..")
                    .should()
                    .accessTargetWhere(DescribedPredicate.describe(
                            "reads a clock, sleeps or rolls dice", ArchitectureRules::isImpure)));

    static final ArchRule NAMES_SAY_SOMETHING = rule(
            "names say something",
            noClasses()
                    .should()
                    .haveNameMatching(".*(Manager|Impl|Utils?|Helper)")
                    .orShould()
                    .resideInAnyPackage("dev.kakutei..util..", "dev.kakutei..common..", "dev.kakutei..helper.."));

    static final List<ArchRule> ALL = List.of(
            PARTS_SEE_ONLY_WHAT_THEY_MAY,
            DEBEZIUM_STAYS_IN_CAPTURE,
            SQL_STAYS_WITH_ITS_OWNERS,
            STREAMS_STAY_IN_THE_VERIFIER,
            NO_MOCKS,
            ONLY_THE_TEST_KIT_ARMS_FAILPOINTS,
            LEDGER_KNOWS_ONLY_JDK_AND_SCHEMAS,
            LEDGER_HAS_NO_CLOCK_AND_NO_DICE,
            NAMES_SAY_SOMETHING);

    private static final Set<String> DICE =
            Set.of("java.util.Random", "java.security.SecureRandom", "java.util.concurrent.ThreadLocalRandom");

    private static final Set<String> IMPURE = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.Thread.sleep",
            "java.util.concurrent.TimeUnit.sleep",
            "java.lang.Math.random",
            "java.util.UUID.randomUUID",
            "java.time.InstantSource.system",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.time.Clock.system");

    private ArchitectureRules() {}

    /** The part of the house a package belongs to, or an empty text for what is not ours. */
    static String partOf(String packageName) {
        return packageName.startsWith(HOUSE)
                ? packageName.substring(HOUSE.length()).split("\\.")[0]
                : "";
    }

    private static boolean isImpure(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getTarget().getName();
        return DICE.contains(owner)
                || IMPURE.contains(owner + "." + name)
                || (owner.startsWith("java.time.") && name.equals("now"));
    }

    private static ArchCondition<JavaClass> seeOnlyWhatTheyMay() {
        return new ArchCondition<>("see only the parts they may") {
            @Override
            public void check(JavaClass from, ConditionEvents events) {
                String own = partOf(from.getPackageName());
                Set<String> allowed = MAY_SEE.get(own);
                if (allowed == null) {
                    events.add(
                            SimpleConditionEvent.violated(from, from.getName() + " is in no known part of the house"));
                    return;
                }
                for (var dependency : from.getDirectDependenciesFromSelf()) {
                    String other = partOf(dependency.getTargetClass().getPackageName());
                    if (!other.isEmpty() && !other.equals(own) && !allowed.contains(other)) {
                        events.add(SimpleConditionEvent.violated(from, dependency.getDescription()));
                    }
                }
            }
        };
    }

    private static Only only(String name, String... packages) {
        return libraries -> rule(
                name,
                noClasses()
                        .that()
                        .resideOutsideOfPackages(packages)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(libraries));
    }

    private static ArchRule rule(String name, ArchRule rule) {
        // A part that is still empty breaks no rule; that nothing is overlooked is a test of its own.
        return rule.as(name).allowEmptyShould(true);
    }

    private interface Only {
        ArchRule use(String... libraries);
    }
}

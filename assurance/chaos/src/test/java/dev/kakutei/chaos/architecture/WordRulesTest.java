package dev.kakutei.chaos.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordRulesTest {
    /** As short as possible: a reader who sees such a name cannot know which class is meant. */
    private static final Set<String> NAMES_THAT_MAY_OCCUR_TWICE = Set.of();

    private final SourceRules checkout = SourceRules.ofThisCheckout();

    @Test
    void checkout_noText_usesTheWords() {
        assertThat(checkout.texts().entrySet().stream()
                        .flatMap(text -> WordRules.in(text.getKey(), text.getValue()).stream())
                        .map(WordRules.Finding::toString))
                .as("words that a stranger can guess and search for (WordRules)")
                .isEmpty();
    }

    @Test
    void checkout_noClassName_occursTwice() {
        assertThat(WordRules.namesThatOccurTwice(checkout.mainFiles(), NAMES_THAT_MAY_OCCUR_TWICE))
                .as("one name, one meaning: give the one that is less general a more specific name")
                .isEmpty();
    }

    @Test
    void texts_ofThisCheckout_areMainCodeResourcesDocsAndScripts() {
        assertThat(checkout.texts())
                .containsKeys(
                        "kakutei",
                        ".ci/run",
                        "README.md",
                        "build.gradle",
                        "docs/runbook.md",
                        "deploy/docker/healthcheck",
                        "ledger/pom.xml",
                        "ledger/src/main/java/dev/kakutei/ledger/Ledger.java",
                        "schemas/src/main/resources/dev/kakutei/schemas/openapi.yaml")
                .doesNotContainKeys("docs/proof/runs.md", "gradlew.bat")
                .allSatisfy((path, text) -> assertThat(path).doesNotContain("/src/test/", "V1__", "/W1-"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a/A.java             | // the caller is told           | told",
                "a/A.java             | log.info(\"x\\ntold nobody\");  | told, nobody",
                "a/A.java             | void tellStatus() {}            | tell",
                "a/A.java             | enum Result { CANNOT_TELL }     | tell",
                "a/A.java             | int mendingTime;                | mending",
                "a/A.java             | final class HTTPDoor {          | door",
                "a/A.java             | /** Doors, and a doorkeeper. */ | doors, doorkeeper",
                "a/A.java             | record ClientBook() {}          | book",
                "a/A.java             | Notebook notebook;              | notebook",
                "a/A.java             | Duration PATIENCE = null;       | patience",
                "a/A.java             | // as it is on entrance         | entrance",
                "a/A.java             | OrderDesk orders;               | desk",
                "a/A.java             | // others are in the company    | company",
                "a/A.java             | // a parting word, senseless    | parting, senseless",
                "a/A.java             | // begins anew, absurdly late   | anew, absurdly",
                "a/A.java             | int MOST_ROWS = 5;              | most",
                "a/A.java             | int mostRows = 5;               | most",
                "a/A.java             | boolean mayBeForgotten();       | forgotten",
                "a/A.java             | Health standingNow;             | standing",
                "a/A.java             | record IngestMeters() {}        | meters",
                "a/A.java             | final class Telling {}          | telling, Telling",
                "a/A.java             | public record Words(int n) {}   | Words",
                "a/js/page.js         | const shownMost = 3;            | most",
                "a/messages/en.json   | \"title\": \"Nobody is here\"   | nobody",
                "a/V21__x.sql         | -- rows that somebody wrote     | somebody",
                "docs/a.md            | Something has gone wrong: trouble | trouble",
                "docs/books.md        | # Journals                      | books",
                "docs/a.md            | `./kakutei mend-transactions`   | mend",
                "CHANGELOG.md         | What mends a transaction        | mends",
                "kakutei              | echo tell me                    | tell",
            })
    void in_aWordOfTheList_findsIt(String path, String line, String words) {
        assertThat(WordRules.in(path, line).stream().map(WordRules.Finding::word))
                .containsExactlyInAnyOrder(words.split(", "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a/A.java           | // bookkeeping, indoors, an outstanding foretelling",
                "a/A.java           | // at most five, most of them new; standing orders, meters, and the rest",
                "a/A.java           | assertThat(atMost(3)); int AT_MOST_ONCE;",
                "a/A.java           | long high = id.getMostSignificantBits(); registry.getMeters();",
                "a/A.java           | Notes of a run; // Running, Rest and Words are no classes here",
                "a/A.java           | String sample = {\"desk\":\"tokyo\"};",
                "a/A.java           | private static final String EARLIER_OVERLAP = \"company\";",
                "docs/a.md          | The order book of an exchange, and {metadata.desk}.",
                "docs/a.md          | lastMost and first_forgotten are names in no code",
                "CHANGELOG.md       | `mend-transactions` is now `repair-transactions`",
            })
    void in_anOrdinaryText_findsNothing(String path, String line) {
        assertThat(WordRules.in(path, line)).isEmpty();
    }

    @Test
    void in_aWordInTheThirdLine_saysWhereAndWhatToWrite() {
        assertThat(WordRules.in("docs/a.md", "one\ntwo\nthe door, this door\n"))
                .hasToString("[docs/a.md:3: \"door\": write endpoint, listener or API]");
    }

    @Test
    void rules_everyWord_isInOneRuleOfItsScope() {
        for (WordRules.Scope scope : WordRules.Scope.values()) {
            List<String> words = WordRules.RULES.stream()
                    .filter(rule -> rule.scope() == scope)
                    .flatMap(rule -> rule.words().stream())
                    .toList();
            assertThat(words).isNotEmpty().doesNotHaveDuplicates();
        }
    }

    @Test
    void namesThatOccurTwice_twoOfThreeAreTheSame_namesBothPlaces() {
        List<String> files = List.of("a/Json.java", "b/c/Json.java", "b/Xml.java");

        assertThat(WordRules.namesThatOccurTwice(files, Set.of())).containsExactly("Json: a/Json.java, b/c/Json.java");
        assertThat(WordRules.namesThatOccurTwice(files, Set.of("Json"))).isEmpty();
    }
}

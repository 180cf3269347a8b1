package dev.kakutei.chaos.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words that a stranger can neither guess nor search for, what to write instead, and where they are. Pure: in go a path and
 * its text, out come findings. Which files are read is for {@link SourceRules#texts()}.
 */
final class WordRules {
    /** Where a word counts. */
    enum Scope {
        /** In every sentence and every name. */
        ANYWHERE,
        /** As a part of a compound name in Java or JavaScript; in a sentence the word is an ordinary one. */
        COMPOUND_NAME,
        /** As the whole name of a class. */
        CLASS_NAME
    }

    /** @param instead what to write, whichever fits */
    record Rule(Scope scope, Set<String> words, String instead) {
        static Rule of(Scope scope, String words, String instead) {
            return new Rule(scope, Set.of(words.split(" ")), instead);
        }

        boolean forbids(Scope where, String word) {
            return scope == where && words.contains(word);
        }
    }

    /** @param line from 1 on; 0 for the name of the file */
    record Finding(String file, int line, String word, String instead) {
        @Override
        public String toString() {
            return "%s:%d: \"%s\": write %s".formatted(file, line, word, instead);
        }
    }

    static final List<Rule> RULES = List.of(
            Rule.of(
                    Scope.ANYWHERE,
                    "told tell tells telling tellings",
                    "published, notified, reported, logged, shown, says or knows"),
            Rule.of(Scope.ANYWHERE, "mend mends mended mending mender", "repair or fix"),
            Rule.of(Scope.ANYWHERE, "door doors", "endpoint, listener or API"),
            Rule.of(Scope.ANYWHERE, "doorkeeper doorkeepers", "authenticator"),
            Rule.of(Scope.ANYWHERE, "entrance entrances", "endpoint, listener or access control"),
            Rule.of(Scope.ANYWHERE, "desk desks", "client, service or handler"),
            Rule.of(Scope.ANYWHERE, "book books", "journal, settlement file or registry"),
            Rule.of(Scope.ANYWHERE, "notebook notebooks", "recorder or registry"),
            Rule.of(Scope.ANYWHERE, "patience patient patiently", "timeout, delay or long"),
            Rule.of(Scope.ANYWHERE, "trouble troubles troubled", "problem, fault or failure"),
            Rule.of(Scope.ANYWHERE, "nobody", "no one, no client, no process: name who it is"),
            Rule.of(Scope.ANYWHERE, "somebody", "a person, an operator, another client: name who it is"),
            Rule.of(Scope.ANYWHERE, "parting", "shutdown timeout or the end"),
            Rule.of(Scope.ANYWHERE, "company", "batching, overlap or together"),
            Rule.of(Scope.ANYWHERE, "anew", "again or new"),
            Rule.of(Scope.ANYWHERE, "absurd absurdly", "excessive"),
            Rule.of(Scope.ANYWHERE, "senseless", "not applicable or invalid"),
            Rule.of(Scope.COMPOUND_NAME, "most", "max"),
            Rule.of(
                    Scope.COMPOUND_NAME,
                    "forget forgets forgetting forgotten",
                    "expire, expired, retention, removed or discarded"),
            Rule.of(Scope.COMPOUND_NAME, "standing", "state, health or snapshot"),
            Rule.of(Scope.COMPOUND_NAME, "meters", "metrics"),
            Rule.of(
                    Scope.CLASS_NAME,
                    "Telling Standing Mending Forgetting Ending Rest Words Notes Running",
                    "a noun that says what it is: ResultMessages, HealthSnapshot, Repairs, ActionResult, ReportText"));

    /** Whatever matches one of these is passed over. Each stands for something that is not ours to name. */
    private static final List<Pattern> ALLOWED = List.of(
            // "no more than", and the delivery guarantee
            Pattern.compile("(?i)at_?most"),
            // the JDK's and Micrometer's
            Pattern.compile("\\bget(Most|Least)SignificantBits\\b|\\bgetMeters\\b"),
            // a customer's trading desk, in samples of the metadata that a customer may send
            Pattern.compile("\\bdesk\\b\"?: ?\"?(tokyo|paris|\\{metadata)|\\bmetadata\\.desk\\b"),
            // what an exchange has
            Pattern.compile("(?i)\\border books?\\b"),
            // a word in stored events, which are still read
            Pattern.compile("\"CANNOT_TELL\""),
            // fields of stored chaos runs, which are still read (the values of EARLIER_… in chaos.report)
            Pattern.compile("EARLIER_[A-Z]+ = \"(company|troubles)\""));

    /** In the changelog a name in backticks may be one that something had before. */
    private static final Pattern CODE = Pattern.compile("`[^`]*`");

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    /** camelCase, CamelCase, UPPER_CASE and snake_case alike; an abbreviation is a part of its own. */
    private static final Pattern PART = Pattern.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+");

    private static final Pattern DECLARATION = Pattern.compile("\\b(?:class|record|interface|enum)\\s+([A-Za-z_]\\w*)");
    /** Or the letter of a line break would be a part of the word behind it. */
    private static final Pattern ESCAPE = Pattern.compile("\\\\[nrt]");

    private WordRules() {}

    /** @param path relative to the checkout, with slashes */
    static List<Finding> in(String path, String text) {
        List<Finding> found = new ArrayList<>();
        scan(path, 0, simpleName(path), found);
        int number = 0;
        for (String line : text.split("\n", -1)) {
            scan(path, ++number, line, found);
        }
        return found;
    }

    /** Simple names of classes that occur in more than one folder, each with its paths. */
    static List<String> namesThatOccurTwice(Collection<String> javaFiles, Set<String> allowed) {
        TreeMap<String, List<String>> byName =
                javaFiles.stream().collect(groupingBy(WordRules::simpleName, TreeMap::new, toList()));
        return byName.entrySet().stream()
                .filter(same -> same.getValue().size() > 1 && !allowed.contains(same.getKey()))
                .map(same -> same.getKey() + ": " + String.join(", ", same.getValue()))
                .toList();
    }

    private static void scan(String path, int number, String line, List<Finding> found) {
        String rest = path.endsWith(".java") ? ESCAPE.matcher(line).replaceAll(" ") : line;
        if (path.equals("CHANGELOG.md")) {
            rest = CODE.matcher(rest).replaceAll(" ");
        }
        for (Pattern allowed : ALLOWED) {
            rest = allowed.matcher(rest).replaceAll(" ");
        }
        Matcher names = NAME.matcher(rest);
        while (names.find()) {
            List<String> parts = parts(names.group());
            parts.forEach(part -> report(Scope.ANYWHERE, path, number, part, found));
            if (isCode(path) && (parts.size() > 1 || names.group().contains("_"))) {
                parts.forEach(part -> report(Scope.COMPOUND_NAME, path, number, part, found));
            }
        }
        if (path.endsWith(".java")) {
            Matcher declared = DECLARATION.matcher(rest);
            while (declared.find()) {
                report(Scope.CLASS_NAME, path, number, declared.group(1), found);
            }
        }
    }

    private static void report(Scope scope, String path, int number, String word, List<Finding> found) {
        RULES.stream()
                .filter(rule -> rule.forbids(scope, word))
                .map(rule -> new Finding(path, number, word, rule.instead()))
                .filter(finding -> !found.contains(finding))
                .forEach(found::add);
    }

    /** The name of a file without its folder and its ending. */
    private static String simpleName(String path) {
        return path.substring(path.lastIndexOf('/') + 1).replaceFirst("\\.[^.]*$", "");
    }

    private static List<String> parts(String name) {
        return PART.matcher(name)
                .results()
                .map(MatchResult::group)
                .map(part -> part.toLowerCase(Locale.ROOT))
                .toList();
    }

    private static boolean isCode(String path) {
        return path.endsWith(".java") || path.endsWith(".js");
    }
}

package dev.kakutei.chaos.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code docs/requirements.md}, and what other texts cite of it.
 *
 * @param requirements in the order of the page
 * @param deviations the ids that the section of deviations speaks of
 */
record RequirementsPage(List<Requirement> requirements, List<String> deviations) {
    /** One line: its id, the names of the tests that show it, and whether it says that something is not built yet. */
    record Requirement(String id, List<String> tests, Progress progress) {}

    enum Progress {
        BUILT,
        NOT_BUILT_YET
    }

    private static final String DEVIATIONS = "\n## Deliberate deviations\n";
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([A-Z][0-9]+(?:, [A-Z][0-9]+)*) \\|(.*)\\|$");
    private static final Pattern ID = Pattern.compile("([A-Z])([0-9]+)");
    private static final Pattern TEST = Pattern.compile("`([A-Z][A-Za-z0-9]*Test)`");
    /** As "SPEC A6", with more ids behind it: a comma or an "and" before the next one, a dash before the last of several. */
    private static final Pattern CITATION =
            Pattern.compile("SPEC ([A-Z][0-9]+(?:(?:, |,? and |–)[A-Z][0-9]+)*)(?![0-9A-Za-z])");

    private static final Pattern RANGE = Pattern.compile("([A-Z])([0-9]+)–\\1([0-9]+)");

    static RequirementsPage of(String page) {
        int end = page.indexOf(DEVIATIONS);
        if (end < 0) {
            throw new IllegalArgumentException("the page has no section of deviations");
        }
        List<Requirement> requirements = ROW.matcher(page.substring(0, end))
                .results()
                .map(row -> new Requirement(
                        row.group(1),
                        all(TEST, row.group(2)).toList(),
                        row.group(2).contains("**Not built yet**") ? Progress.NOT_BUILT_YET : Progress.BUILT))
                .toList();
        List<String> deviations = ROW.matcher(page.substring(end))
                .results()
                .flatMap(row -> Stream.of(row.group(1).split(", ")))
                .toList();
        return new RequirementsPage(requirements, deviations);
    }

    List<String> ids() {
        return requirements.stream().map(Requirement::id).toList();
    }

    /** The ids that do not come where they should: letters from A on, and in each the numbers from 1 on. */
    List<String> outOfOrder() {
        List<String> found = new ArrayList<>();
        String before = "@1";
        for (String id : ids()) {
            char letter = before.charAt(0);
            String next = "" + letter + (Integer.parseInt(before.substring(1)) + 1);
            String first = "" + (char) (letter + 1) + 1;
            if (!id.equals(first) && (letter == '@' || !id.equals(next))) {
                found.add(id);
            }
            before = id;
        }
        return found;
    }

    /** Those that neither name a test nor say that they are not built yet. */
    List<String> withoutEvidence() {
        return requirements.stream()
                .filter(each -> each.tests().isEmpty() && each.progress() == Progress.BUILT)
                .map(Requirement::id)
                .toList();
    }

    /** Every id that a text cites, those between the ends of a range included. */
    static TreeSet<String> citedIn(String text) {
        TreeSet<String> ids = new TreeSet<>();
        CITATION.matcher(text).results().forEach(citation -> {
            ID.matcher(citation.group(1)).results().forEach(id -> ids.add(id.group()));
            Matcher ranges = RANGE.matcher(citation.group(1));
            while (ranges.find()) {
                for (int i = Integer.parseInt(ranges.group(2)); i <= Integer.parseInt(ranges.group(3)); i++) {
                    ids.add(ranges.group(1) + i);
                }
            }
        });
        return ids;
    }

    private static Stream<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1));
    }
}

package dev.kakutei.boot.position;

import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names that contain the number of a recovery: consumer groups and the verifier's state begin again with each. */
public final class RecoveryNames {
    private RecoveryNames() {}

    /** Put behind a name; nothing as long as there was no recovery. */
    public static String suffix(int recovery) {
        return recovery == 0 ? "" : "-r" + recovery;
    }

    /** The verifiers' application and consumer group; the names of its changelog topics begin with it. */
    public static String verifierGroup(String prefix, int recovery) {
        return prefix + "verifier" + suffix(recovery);
    }

    /**
     * The highest recovery that was ever begun, as far as Kafka knows: each creates the changelog topics of its
     * verifiers, and these are never removed. 0 for none.
     *
     * @param prefix of this installation's topics
     */
    public static int highest(String prefix, Collection<String> topics) {
        Pattern changelog = Pattern.compile(Pattern.quote(prefix) + "verifier-r([1-9][0-9]{0,8})-.+-changelog");
        return topics.stream()
                .map(changelog::matcher)
                .filter(Matcher::matches)
                .mapToInt(name -> Integer.parseInt(name.group(1)))
                .max()
                .orElse(0);
    }

    /**
     * Those of these topics that are changelogs of this installation's verifiers, of every recovery and of before the
     * first.
     */
    public static List<String> changelogs(String prefix, Collection<String> topics) {
        Pattern changelog = Pattern.compile(Pattern.quote(prefix) + "verifier(-r[1-9][0-9]{0,8})?-.+-changelog");
        return topics.stream().filter(changelog.asMatchPredicate()).sorted().toList();
    }
}

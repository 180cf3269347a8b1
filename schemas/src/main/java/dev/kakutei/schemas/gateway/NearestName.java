package dev.kakutei.schemas.gateway;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** What a mistyped name was probably meant to be. */
final class NearestName {
    private NearestName() {}

    /** Empty where nothing is near enough to be more than a guess. */
    static Optional<String> of(String name, Collection<String> known) {
        return known.stream()
                .filter(candidate -> distance(name, candidate) <= Math.max(1, candidate.length() / 3))
                .min(Comparator.comparingInt((String candidate) -> distance(name, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** How many letters must be put in, left out or changed, or change places with their neighbour. */
    private static int distance(String from, String to) {
        String a = from.toLowerCase(Locale.ROOT).replace('-', '_');
        String b = to.toLowerCase(Locale.ROOT).replace('-', '_');
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                cost[i][j] = Math.min(cost[i - 1][j - 1] + change, Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}

package dev.kakutei.proof.check;

import dev.kakutei.proof.Findings;
import dev.kakutei.proof.KeyUse;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.ProofContext;
import dev.kakutei.schemas.RequestId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether a client's idempotency key belongs to one request and to one effect. Where settled requests are cleaned away with
 * their keys, a key may be used again afterwards; it is then judged as another one.
 */
public final class KeyChecks {
    private final String name;
    private final ProofContext context;
    private final Findings findings;

    private KeyChecks(String name, ProofContext context, Findings findings) {
        this.name = name;
        this.context = context;
        this.findings = findings;
    }

    /**
     * @param name of the key, with its client's
     * @param uses every request that has it, by every source
     */
    public static void examine(String name, List<KeyUse> uses, ProofContext context, Findings findings) {
        KeyChecks checks = new KeyChecks(name, context, findings);
        for (List<KeyUse> requests : checks.memories(uses)) {
            checks.oneRequest(requests);
            checks.oneEffect(requests);
        }
    }

    /** The requests, apart where the key was cleaned away between two of them. */
    private List<List<KeyUse>> memories(List<KeyUse> uses) {
        Map<RequestId, KeyUse> requests = new LinkedHashMap<>();
        uses.forEach(use -> requests.merge(use.requestId(), use, KeyUse::and));
        List<KeyUse> inOrder = new ArrayList<>(requests.values());
        inOrder.sort(Comparator.comparing(KeyUse::acceptedAt));
        List<List<KeyUse>> memories = new ArrayList<>();
        List<KeyUse> current = new ArrayList<>();
        for (KeyUse use : inOrder) {
            if (!current.isEmpty() && current.stream().allMatch(before -> isCleaned(before, use.acceptedAt()))) {
                memories.add(current);
                current = new ArrayList<>();
            }
            current.add(use);
        }
        memories.add(current);
        return memories;
    }

    private boolean isCleaned(KeyUse before, Instant at) {
        return context.kept() != null
                && before.settledAt() != null
                && !before.settledAt().plus(context.kept()).isAfter(at.plus(context.skew()));
    }

    private void oneRequest(List<KeyUse> requests) {
        if (!Promise.ONE_REQUEST_PER_KEY.needs().stream().allMatch(context::has)) {
            return;
        }
        findings.examined(Promise.ONE_REQUEST_PER_KEY);
        if (requests.size() > 1) {
            findings.violated(Promise.ONE_REQUEST_PER_KEY, name, "is the key of " + ids(requests));
        }
    }

    private void oneEffect(List<KeyUse> requests) {
        if (!Promise.ONE_EFFECT_PER_KEY.needs().stream().allMatch(context::has)) {
            return;
        }
        if (!requests.stream().allMatch(use -> use.gateway() != null && context.hasJournalOf(use.gateway()))) {
            findings.skipped(Promise.ONE_EFFECT_PER_KEY, "no journal or settlement file of its gateway was given");
            return;
        }
        findings.examined(Promise.ONE_EFFECT_PER_KEY);
        int effects = requests.stream().mapToInt(KeyUse::effects).sum();
        if (effects > 1) {
            findings.violated(
                    Promise.ONE_EFFECT_PER_KEY, name, "took effect " + effects + " times, as " + ids(requests));
        }
    }

    private static String ids(List<KeyUse> requests) {
        return requests.size()
                + (requests.size() == 1 ? " request: " : " requests: ")
                + requests.stream().map(KeyUse::requestId).toList();
    }
}

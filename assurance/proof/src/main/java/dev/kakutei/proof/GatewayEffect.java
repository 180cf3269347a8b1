package dev.kakutei.proof;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What became of a request at a gateway: an effect that lasts, or one that may still become it.
 *
 * @param line where the journal first mentions it
 */
public record GatewayEffect(GatewayLine line, State state) {
    /** How far it is. */
    public enum State {
        LASTING,
        PENDING
    }

    /** The effects among the lines; those that ended as refusals are none. */
    public static List<GatewayEffect> in(List<GatewayLine> lines) {
        Map<String, GatewayLine> first = new LinkedHashMap<>();
        Map<String, GatewayLine> last = new LinkedHashMap<>();
        int unnamed = 0;
        for (GatewayLine line : lines) {
            boolean applied = line.type() == GatewayLine.Type.APPLIED;
            if (!applied && line.type() != GatewayLine.Type.SETTLED) {
                continue;
            }
            String name = line.journal() + "/" + (line.id() == null ? "line " + unnamed++ : line.id());
            // The same id applied twice is two effects; only an ending belongs to what was begun.
            while (applied && first.containsKey(name)) {
                name += "'";
            }
            first.putIfAbsent(name, line);
            last.put(name, line);
        }
        List<GatewayEffect> effects = new ArrayList<>();
        last.forEach((name, line) -> {
            if (line.isEffect()) {
                effects.add(new GatewayEffect(first.get(name), line.isPending() ? State.PENDING : State.LASTING));
            }
        });
        return effects;
    }
}

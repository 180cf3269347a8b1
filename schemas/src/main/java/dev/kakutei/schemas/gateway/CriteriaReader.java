package dev.kakutei.schemas.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Reads a list of conditions (SPEC D2). */
final class CriteriaReader {
    static final int MAX_CONDITIONS = 50;

    private CriteriaReader() {}

    /**
     * A list that says which answers are special. An empty one is true of every answer, so that all of them would be: it is
     * refused.
     */
    static Criteria read(Section parent, String name) {
        Criteria criteria = readOrEmpty(parent, name);
        if (criteria.isEmpty() && parent.has(name)) {
            Section section = parent.section(name);
            if (section.node("conditions").isArray()
                    && section.node("conditions").isEmpty()) {
                section.mistake("conditions", "an empty list holds for every answer: leave " + name + " out");
            }
        }
        return criteria;
    }

    /** A list that says which answers in the 200s are a success. An empty one is true: the HTTP status alone decides. */
    static Criteria readOrEmpty(Section parent, String name) {
        if (!parent.has(name)) {
            return Criteria.NONE;
        }
        Section section = parent.section(name);
        JsonNode list = section.node("conditions");
        List<Condition> conditions = new ArrayList<>();
        if (!list.isArray() || list.size() > MAX_CONDITIONS) {
            section.mistake(
                    "conditions",
                    "must be a list of at most " + MAX_CONDITIONS
                            + " conditions: [{path: $.status, operation: eq, value: ok}]");
        } else {
            for (int i = 0; i < list.size(); i++) {
                Condition condition = ConditionReader.read(section.element("conditions", i));
                if (condition != null) {
                    conditions.add(condition);
                }
            }
        }
        Criteria.MatchMode mode = section.word("match_mode", Criteria.MatchMode.class, Criteria.MatchMode.ALL);
        section.refuseUnknown();
        return new Criteria(conditions, mode);
    }
}

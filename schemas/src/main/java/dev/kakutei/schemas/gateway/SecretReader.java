package dev.kakutei.schemas.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.regex.Pattern;

/** Reads where a secret is found. Whether it is there is for whoever uses it to see: not everybody who reads the file does. */
final class SecretReader {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,127}");
    private static final String FORM = "{env: NAME} or {file: PATH}";

    private SecretReader() {}

    /** Null where there is a mistake. What is there is never repeated in it: it may be the secret. */
    static Secret read(Section parent, String name) {
        JsonNode node = parent.node(name);
        if (node.isMissingNode() || node.isNull()) {
            parent.mistake(name, "is missing: " + FORM);
            return null;
        }
        if (!node.isObject()) {
            parent.mistake(name, "a secret must not be in the file: " + FORM);
            return null;
        }
        Section section = parent.section(name);
        String variable = section.text("env", null);
        String file = section.text("file", null);
        if (section.refuseUnknown()) {
            return null;
        }
        if ((variable == null) == (file == null)) {
            parent.mistake(name, "must be either " + FORM);
            return null;
        }
        if (variable != null && !VARIABLE.matcher(variable).matches()) {
            section.mistake("env", "must be the name of an environment variable: letters, digits and '_'");
            return null;
        }
        if (file != null && file.isBlank()) {
            section.mistake("file", "must be the path of a file that holds the secret");
            return null;
        }
        return variable == null ? new Secret(Secret.Source.FILE, file) : new Secret(Secret.Source.ENV, variable);
    }
}

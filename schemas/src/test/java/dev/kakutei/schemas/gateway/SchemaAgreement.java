package dev.kakutei.schemas.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Error;
import dev.kakutei.schemas.SchemaFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Holds the published schema of the gateway file against the reader. What the reader takes, the schema takes; what the
 * reader refuses, the schema refuses too, but for what only a program can see.
 */
final class SchemaAgreement {
    /** Mistakes that lie between two places of the file, inside a text, or in a unit. */
    private static final Pattern BEYOND_A_SCHEMA = Pattern.compile(String.join(
            "|",
            "is also among",
            "is already set by",
            "is not for the file to set",
            "is no placeholder",
            "cannot be used on",
            "without its other half",
            "an entry of metadata is named by",
            "is a mapping and must be alone",
            "is a mapping, which no header can carry",
            "is no field of",
            "must be nested at most",
            "must have at most 500 values",
            "must begin with '/'.*\\{",
            "cannot be signed",
            "a time that it is not sent",
            "is not a pattern",
            "a pattern that repeats too much",
            "there cannot be",
            "names more than a network",
            "the number after '/'",
            "not \"300\\.1\\.0\\.0/16\"",
            "not \"010\\.0\\.0\\.0/8\"",
            "not \"fd00::1::/8\"",
            "is shorter than send_window",
            "is longer than call_timeout",
            "can never be believed",
            "there is no gateway",
            "is not the path of an address",
            "a secret must not be in the file: .* or use auth",
            "max_response: must be from",
            ": must be from [0-9a-z]+ to [0-9a-z]+, not"));

    private static final YAMLMapper YAML = new YAMLMapper();

    private SchemaAgreement() {}

    static GatewayFileReport check(String yaml) {
        GatewayFileReport report = GatewayFile.check(yaml);
        List<Error> errors = SchemaFiles.errors("gateway-file", tree(yaml));
        if (report.mistakes().isEmpty()) {
            assertThat(errors).as("what the schema has against a good file").isEmpty();
        } else if (errors.isEmpty()) {
            assertThat(report.mistakes())
                    .as("mistakes that the schema does not see")
                    .allSatisfy(mistake -> assertThat(mistake).containsPattern(BEYOND_A_SCHEMA));
        }
        return report;
    }

    static JsonNode tree(String yaml) {
        try {
            return YAML.readTree(yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

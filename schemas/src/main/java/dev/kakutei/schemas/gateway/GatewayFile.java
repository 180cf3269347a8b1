package dev.kakutei.schemas.gateway;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.kakutei.schemas.RequestKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads a gateway file (SPEC D1). */
public final class GatewayFile {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            // a second document, after "---", would otherwise be left out in silence
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            // 1.10 is a version to some, and must not become 1.1
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();
    /** A gateway's name becomes part of a topic's. */
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,49}");

    private static final int MAX_LENGTH = 1024 * 1024;

    private GatewayFile() {}

    public static Gateways read(String yaml) throws InvalidGatewayFile {
        GatewayFileReport report = check(yaml);
        if (report.gateways() == null) {
            throw new InvalidGatewayFile(report.mistakes());
        }
        return report.gateways();
    }

    /** Everything that there is to say about the file. */
    public static GatewayFileReport check(String yaml) {
        Diagnostics diagnostics = new Diagnostics();
        JsonNode tree = tree(yaml, diagnostics);
        if (tree == null) {
            return new GatewayFileReport(diagnostics.mistakes(), diagnostics.warnings(), null);
        }
        Section file = new Section("", tree, diagnostics);
        Map<String, Gateway> byName = new TreeMap<>();
        Section all = file.section("gateways");
        for (String name : all.names()) {
            if (!NAME.matcher(name).matches()) {
                all.mistake(name, "a gateway's name has 1 to 50 small letters, digits and '-'");
            }
            Gateway gateway = GatewayReader.read(name, all.section(name));
            if (gateway != null) {
                byName.put(name, gateway);
            }
        }
        if (all.names().isEmpty()) {
            file.mistake("gateways", "is missing: name at least one gateway");
        }
        String first = all.names().isEmpty() ? "" : all.names().get(0);
        String fallback = known(file, "default", file.text("default", first), all);
        Map<RequestKind, String> routes = routes(file.section("routes"), all, byName);
        List<ApprovalRule> approvals = ApprovalsReader.read(file, all.names());
        file.refuseUnknown();
        return new GatewayFileReport(
                diagnostics.mistakes(),
                diagnostics.warnings(),
                diagnostics.mistakes().isEmpty() ? new Gateways(fallback, routes, byName, approvals) : null);
    }

    private static Map<RequestKind, String> routes(Section routing, Section all, Map<String, Gateway> byName) {
        Map<RequestKind, String> routes = new EnumMap<>(RequestKind.class);
        for (RequestKind kind : RequestKind.values()) {
            String name = routing.text(kind.wire(), null);
            if (name == null) {
                continue;
            }
            routes.put(kind, known(routing, kind.wire(), name, all));
            Gateway gateway = byName.get(name);
            if (gateway != null
                    && !gateway.paths().isEmpty()
                    && !gateway.paths().containsKey(kind)) {
                routing.warning(
                        kind.wire(),
                        "\"" + name + "\" takes no " + kind.wire() + " requests: its paths has no " + kind.wire());
            }
        }
        routing.refuseUnknown();
        return routes;
    }

    private static String known(Section section, String entry, String name, Section all) {
        if (!all.names().isEmpty() && !all.names().contains(name)) {
            section.mistake(entry, "there is no gateway \"" + name + "\"; there are " + all.names());
        }
        return name;
    }

    /** Null where it is no YAML. */
    private static JsonNode tree(String yaml, Diagnostics diagnostics) {
        if (yaml.length() > MAX_LENGTH) {
            diagnostics.mistake("the file has more than " + MAX_LENGTH + " characters");
            return null;
        }
        try {
            refuseAliases(yaml, diagnostics);
            return diagnostics.mistakes().isEmpty() ? YAML.readTree(yaml) : null;
        } catch (JsonProcessingException e) {
            diagnostics.mistake("line "
                    + (e.getLocation() == null ? "?" : e.getLocation().getLineNr()) + ": " + e.getOriginalMessage());
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("a text cannot be read", e);
        }
    }

    /** The parser takes {@code *name} for the text "name", which would be believed in silence. */
    private static void refuseAliases(String yaml, Diagnostics diagnostics) throws IOException {
        try (YAMLParser parser = YAML.getFactory().createParser(yaml)) {
            while (parser.nextToken() != null) {
                if (parser.isCurrentAlias()) {
                    diagnostics.mistake("line " + parser.currentTokenLocation().getLineNr() + ": *" + parser.getText()
                            + " stands for something else, which is not understood here: write it out");
                }
            }
        }
    }
}

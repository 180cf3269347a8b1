package dev.kakutei.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The published JSON Schemas, as a validator sees them. */
public final class SchemaFiles {
    public static final Path FOLDER = Path.of("src/main/resources/dev/kakutei/schemas/json");
    private static final String BASE = "https://kakutei.dev/schemas/";
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemaIdResolvers(ids -> ids.mapPrefix(BASE, "classpath:dev/kakutei/schemas/json/")));

    private SchemaFiles() {}

    public static Set<String> names() {
        return JsonFolder.names(FOLDER);
    }

    public static Schema schema(String name) {
        return REGISTRY.getSchema(SchemaLocation.of(BASE + name + ".json"));
    }

    /** Empty where the document is valid. */
    public static List<Error> errors(String name, JsonNode document) {
        return schema(name).validate(document);
    }

    static List<Error> errorsOfSchema(String name) {
        return REGISTRY.getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()))
                .validate(tree(name));
    }

    public static JsonNode tree(String name) {
        try {
            return Json.MAPPER.readTree(Files.readAllBytes(FOLDER.resolve(name + ".json")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Follows a reference, within a file or to another one. */
    static Place resolve(Place place) {
        JsonNode ref = place.node().path("$ref");
        if (ref.isMissingNode()) {
            return place;
        }
        String[] parts = ref.textValue().split("#", 2);
        String file = parts[0].isEmpty() ? place.file() : parts[0].replaceFirst("\\.json$", "");
        JsonNode node = parts.length == 1 ? tree(file) : tree(file).at(parts[1]);
        if (node.isMissingNode()) {
            throw new IllegalStateException(place.file() + " refers to " + ref + ", which is not there");
        }
        return resolve(new Place(file, node));
    }

    /** A schema inside a file. */
    record Place(String file, JsonNode node) {
        Place at(String pointer) {
            return new Place(file, node.at(pointer));
        }
    }
}

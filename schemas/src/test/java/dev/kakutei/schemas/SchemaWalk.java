package dev.kakutei.schemas;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import dev.kakutei.schemas.SchemaFiles.Place;
import dev.kakutei.schemas.codec.Json;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Walks a record and its schema side by side, and lists every difference. */
final class SchemaWalk {
    private static final Map<Class<?>, String> JSON_TYPES = Map.ofEntries(
            Map.entry(String.class, "string"),
            Map.entry(RequestId.class, "string"),
            Map.entry(Instant.class, "string"),
            Map.entry(BigDecimal.class, "string"),
            Map.entry(int.class, "integer"),
            Map.entry(long.class, "integer"),
            Map.entry(Integer.class, "integer"),
            Map.entry(Long.class, "integer"),
            Map.entry(boolean.class, "boolean"),
            Map.entry(SecondEffect.class, "boolean"),
            Map.entry(Map.class, "object"),
            Map.entry(JsonNode.class, "object"));

    private final List<String> differences = new ArrayList<>();

    List<String> compareMessage(String schema, Class<?> type) {
        Place root = new Place(schema, SchemaFiles.tree(schema));
        compare(type, root, schema, Set.of("v"));
        return differences;
    }

    private void compare(Class<?> type, Place place, String path, Set<String> besides) {
        if (type.isSealed()) {
            compareUnion(type, place, path);
        } else if (JSON_TYPES.containsKey(type)) {
            JsonNode found = place.node().path("type");
            boolean also = type == JsonNode.class && texts(found).contains("object");
            if (!also && !found.asText().equals(JSON_TYPES.get(type))) {
                differences.add(path + ": is a " + type.getSimpleName() + ", the schema says " + found);
            }
        } else if (type.isEnum()) {
            compareSets(path + " (words)", words(type), texts(place.node().path("enum")));
        } else if (type.isRecord()) {
            compareRecord(type, place, path, besides);
        } else {
            differences.add(path + ": no rule for how " + type + " is written");
        }
    }

    private void compareUnion(Class<?> sealed, Place place, String path) {
        JsonSubTypes.Type[] subtypes = sealed.getAnnotation(JsonSubTypes.class).value();
        Set<String> names = new TreeSet<>();
        Set<String> classes = new TreeSet<>();
        for (JsonSubTypes.Type subtype : subtypes) {
            names.add(subtype.name());
            classes.add(subtype.value().getName());
            Place inner = place.at("/$defs/" + subtype.name());
            compare(subtype.value(), inner, path + "<" + subtype.name() + ">", Set.of("type"));
            if (!inner.node().at("/properties/type/const").asText().equals(subtype.name())) {
                differences.add(path + "<" + subtype.name() + ">: has another type");
            }
        }
        compareSets(path + " (subtypes)", names, texts(place.node().at("/properties/type/enum")));
        compareSets(path + " (oneOf)", names, references(place.node().path("oneOf")));
        compareSets(path + " (permits)", classes, permitted(sealed));
    }

    private void compareRecord(Class<?> type, Place place, String path, Set<String> besides) {
        JsonNode properties = place.node().path("properties");
        Set<String> expected = new TreeSet<>(besides);
        for (RecordComponent component : type.getRecordComponents()) {
            String name = name(component);
            expected.add(name);
            Place property = place.at("/properties/" + name);
            if (property.node().isMissingNode()) {
                continue;
            }
            Place resolved = SchemaFiles.resolve(property);
            if (!property.node().has("description") && !resolved.node().has("description")) {
                differences.add(path + "." + name + ": has no description");
            }
            compareComponent(component, resolved, path + "." + name);
        }
        Set<String> found = new TreeSet<>();
        properties.fieldNames().forEachRemaining(found::add);
        compareSets(path + " (properties)", expected, found);
        texts(place.node().path("required")).stream()
                .filter(name -> !expected.contains(name))
                .forEach(name -> differences.add(path + ": requires " + name + ", which it does not have"));
    }

    private void compareComponent(RecordComponent component, Place resolved, String path) {
        if (component.getType() != List.class) {
            compare(component.getType(), resolved, path, Set.of());
            return;
        }
        if (!resolved.node().path("type").asText().equals("array")) {
            differences.add(
                    path + ": is a list, the schema says " + resolved.node().path("type"));
        }
        Class<?> element = (Class<?>) ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
        compare(element, SchemaFiles.resolve(resolved.at("/items")), path + "[]", Set.of());
    }

    private void compareSets(String path, Set<String> code, Set<String> schema) {
        if (!code.equals(schema)) {
            differences.add(path + ": the code has " + code + ", the schema has " + schema);
        }
    }

    private static Set<String> words(Class<?> type) {
        Set<String> words = new TreeSet<>();
        Stream.of(type.getEnumConstants())
                .forEach(constant -> words.add(Json.MAPPER.convertValue(constant, String.class)));
        return words;
    }

    private static Set<String> permitted(Class<?> sealed) {
        Set<String> names = new TreeSet<>();
        Stream.of(sealed.getPermittedSubclasses()).forEach(subclass -> names.add(subclass.getName()));
        return names;
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new TreeSet<>();
        list.forEach(item -> texts.add(item.asText()));
        return texts;
    }

    private static Set<String> references(JsonNode list) {
        Set<String> names = new TreeSet<>();
        list.forEach(item -> names.add(item.path("$ref").asText().replaceFirst("^#/\\$defs/", "")));
        return names;
    }

    private static String name(RecordComponent component) {
        JsonProperty given = component.getAccessor().getAnnotation(JsonProperty.class);
        return given == null ? snake(component.getName()) : given.value();
    }

    private static String snake(String name) {
        return PropertyNamingStrategies.SnakeCaseStrategy.INSTANCE.translate(name);
    }
}

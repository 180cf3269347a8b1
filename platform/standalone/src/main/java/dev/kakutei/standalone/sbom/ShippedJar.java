package dev.kakutei.standalone.sbom;

import static java.util.Objects.requireNonNull;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One jar as it lies there.
 *
 * @param group empty where it is not known
 * @param license an SPDX expression; empty where none is stated
 */
public record ShippedJar(String group, String artifact, String version, String license, String sha256) {
    private static final Pattern NAME = Pattern.compile("(.+?)-(\\d.*)\\.jar");

    public ShippedJar {
        requireNonNull(group, "group");
        requireNonNull(artifact, "artifact");
        requireNonNull(version, "version");
        requireNonNull(license, "license");
        requireNonNull(sha256, "sha256");
    }

    /** The address of a package, by which scanners know it. */
    public String purl() {
        return "pkg:maven/" + (group.isEmpty() ? "" : group + "/") + artifact
                + (version.isEmpty() ? "" : "@" + version);
    }

    /**
     * What a file's name says: everything up to the first digit after a dash is the artifact.
     *
     * @param own the version of a file that has none in its name: the program's own
     */
    static ShippedJar of(String file, String own, Origins origins, String sha256) {
        Matcher name = NAME.matcher(file);
        boolean versioned = name.matches();
        String artifact = versioned ? name.group(1) : file.replaceFirst("\\.jar$", "");
        return new ShippedJar(
                origins.group(artifact), artifact, versioned ? name.group(2) : own, origins.license(artifact), sha256);
    }
}

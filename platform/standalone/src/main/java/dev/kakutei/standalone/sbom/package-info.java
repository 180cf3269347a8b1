/**
 * What an installation consists of, as a bill of materials (CycloneDX).
 *
 * <p>Comes in: a folder of jars, and a table of where each is from and under which license. Goes out: JSON. Forbidden here: the
 * network; what is listed is what lies in the folder.
 */
package dev.kakutei.standalone.sbom;

package dev.kakutei.boot;

/**
 * One setting as a service asked for it; the configuration page of the docs is printed from these.
 *
 * @param fallback what holds where nothing is set, as it would be written; empty where there is no default
 */
public record Setting(String key, String form, String fallback, String meaning) {
    /** The environment variable that sets it. */
    public String variable() {
        return Settings.variable(key);
    }
}

package dev.kakutei.boot.position;

/** What is named after a recovery: consumer groups and the verifier's state begin again with each. */
public final class Recoveries {
    private Recoveries() {}

    /** Put behind a name; nothing as long as there was no recovery. */
    public static String suffix(int recovery) {
        return recovery == 0 ? "" : "-r" + recovery;
    }
}

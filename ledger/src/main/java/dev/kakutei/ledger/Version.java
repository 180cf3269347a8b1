package dev.kakutei.ledger;

import static java.util.Objects.requireNonNull;

/**
 * The current version of a request (SPEC C9). The first is the one that was accepted; a resubmission puts another in
 * its place, under the same key.
 *
 * @param number counted from 1
 * @param digest of this version's document
 * @param submittedBy the client that handed it in
 * @param note what that client said to whoever approves it; null for nothing
 */
public record Version(int number, String digest, String submittedBy, String note) {
    public Version {
        requireNonNull(submittedBy, "submittedBy");
        if (number < 1) {
            throw new IllegalArgumentException("versions are counted from 1, not " + number);
        }
    }
}

package dev.kakutei.boot.position;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveryNamesTest {
    @Test
    void highest_ofManyTopics_isThatOfTheVerifiersLatestChangelogs() {
        assertThat(RecoveryNames.highest(
                        "kakutei.",
                        List.of(
                                "kakutei.ledger",
                                "kakutei.verifier-ledger-changelog",
                                "kakutei.verifier-r2-ledger-changelog",
                                "kakutei.verifier-r10-due-changelog",
                                "kakutei.verifier-r9-ledger-changelog")))
                .isEqualTo(10);
    }

    @Test
    void highest_ofTopicsThatOnlyLookAlike_isNone() {
        assertThat(RecoveryNames.highest(
                        "kakutei.",
                        List.of(
                                "other.verifier-r2-ledger-changelog",
                                "kakuteiXverifier-r2-ledger-changelog",
                                "kakutei.verifier-r2",
                                "kakutei.verifier-rx-ledger-changelog",
                                "kakutei.verifier-r99999999999-ledger-changelog",
                                "kakutei.commands.verifier-r3-a-changelog")))
                .isZero();
    }

    @Test
    void highest_ofWhatARecoveryNames_isItsNumber() {
        for (int recovery : new int[] {0, 1, 7, 123}) {
            String changelog = RecoveryNames.verifierGroup("kakutei.", recovery) + "-ledger-changelog";

            assertThat(RecoveryNames.highest("kakutei.", List.of(changelog))).isEqualTo(recovery);
        }
    }

    @Test
    void changelogs_ofThisInstallation_ofEveryRecoveryAndBefore() {
        assertThat(RecoveryNames.changelogs(
                        "kakutei.",
                        List.of(
                                "kakutei.verifier-r12-timers-changelog",
                                "kakutei.verifier-entries-changelog",
                                "kakutei.ledger",
                                "kakutei.verifier-entries",
                                "kakuteixverifier-entries-changelog",
                                "other.verifier-entries-changelog")))
                .containsExactly("kakutei.verifier-entries-changelog", "kakutei.verifier-r12-timers-changelog");
    }
}

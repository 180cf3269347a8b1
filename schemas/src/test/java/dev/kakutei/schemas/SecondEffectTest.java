package dev.kakutei.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.schemas.OperatorAction.Type;
import dev.kakutei.schemas.codec.Codecs;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That a second effect was accepted, on the wire. */
class SecondEffectTest {
    @Test
    void action_withoutAcceptance_hasNoSuchField() {
        assertThat(text(action(Type.SEND_AGAIN))).doesNotContain("second_effect");
    }

    @Test
    void action_acceptanceTrueFalseNullOrAbsent_isReadAsAcceptedOrNot() {
        String accepted = text(action(Type.SEND_AGAIN).with(SecondEffect.ACCEPTED));

        assertThat(accepted).contains("\"accept_second_effect\":true");
        assertThat(read(accepted).acceptSecondEffect()).isEqualTo(SecondEffect.ACCEPTED);
        assertThat(read(accepted.replace("effect\":true", "effect\":false")).acceptSecondEffect())
                .isNull();
        assertThat(read(accepted.replace("effect\":true", "effect\":null")).acceptSecondEffect())
                .isNull();
        assertThat(read(text(action(Type.SEND_AGAIN))).acceptSecondEffect()).isNull();
    }

    @ParameterizedTest
    @EnumSource(
            value = Type.class,
            names = {"SEND_AGAIN", "RESUBMIT", "ATTACH_SUMMARY"},
            mode = EnumSource.Mode.EXCLUDE)
    void action_acceptanceWithAnotherAction_isRefused(Type action) {
        assertThatThrownBy(() -> action(action).with(SecondEffect.ACCEPTED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("SEND_AGAIN");
    }

    private static OperatorAction action(Type action) {
        return new OperatorAction(
                "o", Samples.ID, 1, action, "ops-1", OperatorAction.Role.OPERATOR, "because", Samples.T0);
    }

    private static String text(OperatorAction action) {
        return new String(Codecs.OPERATOR_ACTION.encode(action), StandardCharsets.UTF_8);
    }

    private static OperatorAction read(String text) {
        return Codecs.OPERATOR_ACTION.decode(text.getBytes(StandardCharsets.UTF_8));
    }
}

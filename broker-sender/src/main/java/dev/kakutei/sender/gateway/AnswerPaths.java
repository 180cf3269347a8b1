package dev.kakutei.sender.gateway;

import dev.kakutei.schemas.gateway.AnswerRules;
import dev.kakutei.sender.criteria.BodyPath;

/** Where a gateway's answers say what went wrong, and what they call what was done: as its file says, else as most do. */
final class AnswerPaths {
    private final BodyPath code;
    private final BodyPath message;
    private final BodyPath reference;

    AnswerPaths(AnswerRules answering) {
        this.code = path(answering.codePath());
        this.message = path(answering.messagePath());
        this.reference = path(answering.referencePath());
    }

    /** Each is null where nothing is said. */
    String code(AnswerBody body) {
        if (code != null) {
            return code.text(body.tree()).orElse(null);
        }
        String own = body.text("code");
        String nested = own == null ? body.text("error", "code") : own;
        return nested == null ? body.text("error_code") : nested;
    }

    String message(AnswerBody body) {
        if (message != null) {
            return message.text(body.tree()).orElse(null);
        }
        String own = body.firstText("message", "detail", "reason");
        String nested = own == null ? body.text("error", "message") : own;
        return nested == null ? body.text("error") : nested;
    }

    String reference(AnswerBody body) {
        return reference == null
                ? body.firstText("id", "reference")
                : reference.text(body.tree()).orElse(null);
    }

    private static BodyPath path(String text) {
        return text == null ? null : BodyPath.compile(text);
    }
}

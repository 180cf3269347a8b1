package dev.kakutei.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Programs of the system without which a test is skipped; the report says what to install. Each test method is skipped by
 * itself, because a report does not show the methods of a class that was skipped as a whole.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresProgram.Condition.class)
public @interface RequiresProgram {
    String[] value();

    /** Evaluated before any method runs. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (context.getTestMethod().isEmpty()) {
                return ConditionEvaluationResult.enabled("decided for each method");
            }
            return Stream.of(context.getElement(), context.getTestClass())
                    .flatMap(element -> AnnotationSupport.findAnnotation(element, RequiresProgram.class).stream())
                    .flatMap(needs -> Stream.of(needs.value()))
                    .flatMap(program -> missing(program).stream())
                    .findFirst()
                    .map(ConditionEvaluationResult::disabled)
                    .orElseGet(() -> ConditionEvaluationResult.enabled("everything is installed"));
        }

        private static Optional<String> missing(String program) {
            if (program.equals(Chromium.NAME)) {
                return Chromium.missing();
            }
            if (program.equals(ContainerServers.ENGINE)) {
                return ContainerServers.missing();
            }
            try {
                Process found = new ProcessBuilder("sh", "-c", "command -v " + program)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return found.waitFor() == 0
                        ? Optional.empty()
                        : Optional.of("no " + program + " found; install it: apt-get install " + program);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}

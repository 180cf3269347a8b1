package dev.kakutei.boot.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakutei.boot.renew.UnusableValue;
import dev.kakutei.schemas.gateway.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Where a secret is read from. What is found there is returned to the caller and never logged. */
final class SecretSource {
    /** Longer than any header may be. */
    static final int MAX_BYTES = 16 * 1024;

    private final SecretUse use;
    private final Map<String, String> environment;

    SecretSource(SecretUse use, Map<String, String> environment) {
        this.use = use;
        this.environment = environment;
    }

    String entry() {
        return use.entry();
    }

    /** The files that it depends on; none for what can never change. */
    List<String> files() {
        return use.secret().source() == Secret.Source.FILE
                ? List.of(use.secret().name())
                : List.of();
    }

    String read() throws UnusableValue {
        String name = use.secret().name();
        String text = switch (use.secret().source()) {
            case ENV -> variable(name);
            case FILE -> file(name);
        };
        if (text.isEmpty()) {
            throw new UnusableValue(name + " is empty");
        }
        if (use.form() == SecretUse.Form.HEADER && !text.chars().allMatch(c -> c >= 0x20 && c < 0x7f)) {
            throw new UnusableValue(
                    "what " + name + " holds cannot stand in a header: it has a line break, another control"
                            + " character or one beyond ASCII");
        }
        return text;
    }

    private String variable(String name) throws UnusableValue {
        String value = environment.get(name);
        if (value == null) {
            throw new UnusableValue("the environment has no " + name);
        }
        if (value.length() > MAX_BYTES) {
            throw new UnusableValue("what " + name + " holds is longer than " + MAX_BYTES + " bytes");
        }
        return value.strip();
    }

    private static String file(String name) throws UnusableValue {
        try (InputStream in = Files.newInputStream(Path.of(name))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new UnusableValue(name + " is longer than " + MAX_BYTES + " bytes");
            }
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString().strip();
        } catch (NoSuchFileException e) {
            throw new UnusableValue("there is no file " + name);
        } catch (CharacterCodingException e) {
            throw new UnusableValue(name + " is not text in UTF-8");
        } catch (IOException | RuntimeException e) {
            // not its message, which may hold anything
            throw new UnusableValue(name + " cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }
}

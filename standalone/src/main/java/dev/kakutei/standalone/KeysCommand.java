package dev.kakutei.standalone;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine;

/** {@code ./kakutei clients keys}: the keys of clients. */
@CommandLine.Command(
        name = "keys",
        description = "Makes and revokes keys.",
        subcommands = CommandLine.HelpCommand.class,
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
final class KeysCommand implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "clients keys: which command?");
    }

    @CommandLine.Command(
            name = "add",
            description = "Makes a key and prints it, this once: it cannot be shown again. Other keys stay good.",
            mixinStandardHelpOptions = true)
    int add(
            @CommandLine.Mixin BookOptions options,
            @CommandLine.Parameters(paramLabel = "NAME", description = "the client") String name,
            @CommandLine.Option(
                            names = "--expires",
                            paramLabel = "TIME",
                            converter = Words.Time.class,
                            description = "after which it is no longer good: 90d, 12h (default: never)")
                    Duration expires) {
        return options.carryOut((book, printer) -> printer.made(book.addKey(name, Optional.ofNullable(expires))));
    }

    @CommandLine.Command(
            name = "revoke",
            description = "Ends a key, at once or after a while.",
            mixinStandardHelpOptions = true)
    int revoke(
            @CommandLine.Mixin BookOptions options,
            @CommandLine.Parameters(paramLabel = "KEYID", description = "what stands between kk_ and the second _")
                    String keyId,
            @CommandLine.Option(
                            names = "--in",
                            paramLabel = "TIME",
                            converter = Words.Time.class,
                            description = "time to change over to a new one: 24h (default: none)")
                    Duration delay) {
        return options.carryOut((book, printer) -> printer.key(book.revoke(keyId, Optional.ofNullable(delay))));
    }
}

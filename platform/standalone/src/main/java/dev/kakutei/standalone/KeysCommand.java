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
            @CommandLine.Mixin ClientRegistryOptions options,
            @CommandLine.Parameters(paramLabel = "NAME", description = "the client") String name,
            @CommandLine.Option(
                            names = "--expires",
                            paramLabel = "TIME",
                            converter = OptionConverters.Time.class,
                            description = "after which it is no longer good: 90d, 12h (default: never)")
                    Duration expires) {
        return options.carryOut(
                (registry, printer) -> printer.made(registry.addKey(name, Optional.ofNullable(expires))));
    }

    @CommandLine.Command(
            name = "revoke",
            description = "Ends a key, at once or after a while.",
            mixinStandardHelpOptions = true)
    int revoke(
            @CommandLine.Mixin ClientRegistryOptions options,
            @CommandLine.Parameters(
                            paramLabel = "KEYID",
                            description = "the part of the key between kk_ and the second _")
                    String keyId,
            @CommandLine.Option(
                            names = "--in",
                            paramLabel = "TIME",
                            converter = OptionConverters.Time.class,
                            description = "time to change over to a new one: 24h (default: none)")
                    Duration delay) {
        return options.carryOut((registry, printer) -> printer.key(registry.revoke(keyId, Optional.ofNullable(delay))));
    }
}

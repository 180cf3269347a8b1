package dev.kakutei.standalone;

import dev.kakutei.access.Client;
import dev.kakutei.access.ClientRole;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import picocli.CommandLine;

/** {@code ./kakutei clients}: access control (SPEC G3). Services that run follow within seconds. */
@CommandLine.Command(
        name = "clients",
        description = "Controls access to the API: clients, their roles and their keys.",
        subcommands = {KeysCommand.class, CommandLine.HelpCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true)
final class ClientsCommand implements Runnable {
    private static final int NO_RATE = 0;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    /** Without a command there is nothing to do. */
    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "clients: which command?");
    }

    @CommandLine.Command(
            name = "add",
            description = "Adds a client. It has no key yet.",
            mixinStandardHelpOptions = true)
    int add(
            @CommandLine.Mixin ClientRegistryOptions options,
            @CommandLine.Parameters(paramLabel = "NAME", description = "small letters, digits and '-'") String name,
            @CommandLine.Option(
                            names = "--role",
                            required = true,
                            paramLabel = "ROLE",
                            converter = OptionConverters.RoleWord.class,
                            description = "submitter, approver, operator, viewer or summariser; may be repeated")
                    List<ClientRole> roles,
            @CommandLine.Option(
                            names = "--rate",
                            paramLabel = "N",
                            converter = OptionConverters.Rate.class,
                            description = "most requests a second, at each instance (default: no limit)")
                    Integer rate,
            @CommandLine.Option(
                            names = "--restore",
                            description = "bring back a client that was removed, with its requests")
                    boolean restore) {
        return options.carryOut((registry, printer) -> printer.client(
                restore
                        ? registry.restore(name, Set.copyOf(roles), limit(rate))
                        : registry.add(name, Set.copyOf(roles), limit(rate))));
    }

    @CommandLine.Command(
            name = "change",
            description = "Changes a client's roles or rate; what is not given stays.",
            mixinStandardHelpOptions = true)
    int change(
            @CommandLine.Mixin ClientRegistryOptions options,
            @CommandLine.Parameters(paramLabel = "NAME") String name,
            @CommandLine.Option(
                            names = "--role",
                            paramLabel = "ROLE",
                            converter = OptionConverters.RoleWord.class,
                            description = "all its roles from now on; may be repeated")
                    List<ClientRole> roles,
            @CommandLine.Option(
                            names = "--rate",
                            paramLabel = "N",
                            converter = OptionConverters.RateOrNone.class,
                            description = "most requests a second, at each instance, or none")
                    Integer rate) {
        if (roles == null && rate == null) {
            throw new CommandLine.ParameterException(
                    spec.subcommands().get("change"), "clients change: give --role or --rate");
        }
        return options.carryOut((registry, printer) -> {
            Client before = registry.client(name);
            printer.client(registry.change(
                    name,
                    roles == null ? before.roles() : Set.copyOf(roles),
                    rate == null ? before.rate() : limit(rate)));
        });
    }

    @CommandLine.Command(
            name = "list",
            description = "Shows all clients and their keys, without the secrets.",
            mixinStandardHelpOptions = true)
    int list(@CommandLine.Mixin ClientRegistryOptions options) {
        return options.carryOut((registry, printer) -> printer.clients(registry.clients()));
    }

    @CommandLine.Command(
            name = "remove",
            description = "Removes a client: all its keys are revoked. Its requests stay, and its name stays taken.",
            mixinStandardHelpOptions = true)
    int remove(
            @CommandLine.Mixin ClientRegistryOptions options,
            @CommandLine.Parameters(paramLabel = "NAME") String name) {
        return options.carryOut((registry, printer) -> printer.client(registry.remove(name)));
    }

    @CommandLine.Command(
            name = "audit",
            description = "Shows who did what about clients and keys, and who was turned away, the newest first.",
            mixinStandardHelpOptions = true)
    int audit(
            @CommandLine.Mixin ClientRegistryOptions options,
            @CommandLine.Option(
                            names = "--last",
                            paramLabel = "N",
                            defaultValue = "50",
                            converter = OptionConverters.Count.class,
                            description = "how many (default: ${DEFAULT-VALUE})")
                    int last) {
        return options.carryOut((registry, printer) -> printer.audit(registry.audit(last)));
    }

    private static OptionalInt limit(Integer rate) {
        return rate == null || rate == NO_RATE ? OptionalInt.empty() : OptionalInt.of(rate);
    }
}

package dev.kakutei.standalone;

import picocli.CommandLine;

/** {@code ./kakutei gateways}: what an integrator does with a gateway file before anybody is sent to it. */
@CommandLine.Command(
        name = "gateways",
        description = "Checks a gateway file, and shows what it would do.",
        subcommands = {GatewaysCheckCommand.class, GatewaysTryCommand.class},
        mixinStandardHelpOptions = true)
final class GatewaysCommand implements Runnable {
    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "say what to do: check FILE, or try NAME --gateways FILE");
    }
}

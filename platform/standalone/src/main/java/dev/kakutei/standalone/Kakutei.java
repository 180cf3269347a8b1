package dev.kakutei.standalone;

import dev.kakutei.boot.InvalidSettings;
import dev.kakutei.embedded.EmbeddedStartException;
import dev.kakutei.simulator.SimulatorMain;
import dev.kakutei.standalone.remote.ActionCommands;
import dev.kakutei.standalone.remote.BulkCommand;
import dev.kakutei.standalone.remote.LagCommand;
import dev.kakutei.standalone.remote.RequestsCommand;
import java.io.PrintWriter;
import java.util.Set;
import picocli.CommandLine;

/** The program behind {@code ./kakutei}. */
@CommandLine.Command(
        name = "kakutei",
        description = "Carries order and payment requests to a definite outcome.",
        subcommands = {
            UpCommand.class,
            ServiceCommand.Ingest.class,
            ServiceCommand.Relay.class,
            ServiceCommand.Verifier.class,
            ServiceCommand.Sender.class,
            SimulatorMain.class,
            GatewaysCommand.class,
            ClientsCommand.class,
            DoctorCommand.class,
            CheckCommand.class,
            RebuildCommand.class,
            ProveCommand.class,
            RecoverCommand.class,
            RepairTransactionsCommand.class,
            RequestsCommand.class,
            BulkCommand.class,
            LagCommand.class,
            SimulateCommand.class,
            SbomCommand.class,
            CommandLine.HelpCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = Kakutei.Version.class)
public final class Kakutei {
    private static final String LOG_LEVEL = "KAKUTEI_LOG_LEVEL";
    private static final Set<String> SERVICES = Set.of("ingest", "relay", "verifier", "sender");

    public static void main(String[] args) {
        // A person at a terminal wants to hear of problems, not of every step; a variable says otherwise. A service
        // that
        // runs alone has a log that is kept.
        if (System.getenv(LOG_LEVEL) == null && (args.length == 0 || !SERVICES.contains(args[0]))) {
            System.setProperty(LOG_LEVEL, "WARN");
        }
        System.exit(commandLine().execute(args));
    }

    /** All commands; whoever executes them decides where they print to. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Kakutei());
        ActionCommands.ALL.forEach(line::addSubcommand);
        return line.setExecutionExceptionHandler(Kakutei::report);
    }

    /** What a person can fix is reported in a sentence; everything else is a bug and shows its stack. */
    private static int report(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
        PrintWriter err = command.getErr();
        if (failure instanceof StartException
                || failure instanceof CommandFailed
                || failure instanceof EmbeddedStartException
                || failure instanceof InvalidSettings) {
            err.println("kakutei: " + failure.getMessage());
            return failure instanceof InvalidSettings
                    ? 2
                    : failure instanceof CommandFailed failed ? failed.exitCode() : 1;
        }
        failure.printStackTrace(err);
        return 1;
    }

    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Kakutei.class.getPackage().getImplementationVersion();
            return new String[] {"kakutei " + (version == null ? "(not packaged)" : version)};
        }
    }
}

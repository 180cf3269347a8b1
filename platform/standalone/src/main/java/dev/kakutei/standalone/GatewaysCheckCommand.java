package dev.kakutei.standalone;

import dev.kakutei.boot.secret.Secrets;
import dev.kakutei.schemas.gateway.GatewayFile;
import dev.kakutei.schemas.gateway.GatewayFileReport;
import dev.kakutei.sender.tls.TlsFiles;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./kakutei gateways check FILE}: every mistake and warning at once; ends with 1 where there is a mistake. */
@CommandLine.Command(
        name = "check",
        description = "Reports every mistake in a gateway file, and what is allowed but unwise.",
        mixinStandardHelpOptions = true)
final class GatewaysCheckCommand implements Callable<Integer> {
    @CommandLine.Parameters(paramLabel = "FILE", description = "the gateway file")
    private Path file;

    @CommandLine.Option(
            names = "--secrets",
            description = "also look whether every secret and certificate is there, as the sender will")
    private boolean secrets;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        GatewayFileReport report = GatewayFile.check(InputFile.text(spec, file));
        List<String> mistakes = new ArrayList<>(report.mistakes());
        if (secrets && report.gateways() != null) {
            new TreeMap<>(report.gateways().byName()).values().forEach(gateway -> {
                mistakes.addAll(Secrets.mistakes(gateway, System.getenv()));
                mistakes.addAll(TlsFiles.mistakes(gateway));
            });
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(file + ": " + count(mistakes.size(), "mistake") + ", "
                + count(report.warnings().size(), "warning"));
        mistakes.forEach(mistake -> out.println("  mistake: " + mistake));
        report.warnings().forEach(warning -> out.println("  warning: " + warning));
        return mistakes.isEmpty() ? 0 : 1;
    }

    private static String count(int number, String noun) {
        return (number == 0 ? "no" : number) + " " + noun + (number == 1 ? "" : "s");
    }
}

package dev.kakutei.standalone;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * One use of the command line, as a person sees it.
 *
 * @param out what was printed
 * @param err what was complained of
 */
record CommandRun(int code, String out, String err) {
    static CommandRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Kakutei.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int code = line.execute(args);
        line.getOut().flush();
        line.getErr().flush();
        return new CommandRun(code, out.toString(), err.toString());
    }
}

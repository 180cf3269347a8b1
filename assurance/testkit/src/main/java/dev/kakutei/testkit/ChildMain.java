package dev.kakutei.testkit;

import dev.kakutei.boot.thread.DaemonThreads;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/** The first code of a {@link ChildJvm}: sees to it that the child never outlives the test that started it. */
final class ChildMain {
    private ChildMain() {}

    public static void main(String[] args) throws Throwable {
        DaemonThreads.start("child-of-test", ChildMain::endWithParent);
        Trap.set();
        try {
            var main = Class.forName(args[0]).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            main.invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Only the parent holds the other end of standard input, so its end means the parent is gone. */
    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                // The parent never writes; only the end counts.
            }
        } catch (IOException e) {
            // As good as the end.
        }
        Runtime.getRuntime().halt(143);
    }
}

package dev.kakutei.testkit;

import dev.kakutei.boot.Failpoint;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets a {@link ChildJvm} die at a {@link Failpoint}, as in a loss of power, when it is reached for the nth time. */
public final class Trap {
    private static final String PROPERTY = "kakutei.test.trap";

    private Trap() {}

    /** An argument for the JVM that is to die there. */
    public static String at(Failpoint point, int time) {
        return "-D" + PROPERTY + "=" + point.name() + "@" + time;
    }

    static boolean isSetBy(String jvmArg) {
        return jvmArg.startsWith("-D" + PROPERTY + "=");
    }

    /** In the child, before anything else. */
    static void set() {
        String property = System.getProperty(PROPERTY);
        if (property == null) {
            return;
        }
        String[] parts = property.split("@");
        Failpoint deadly = Failpoint.valueOf(parts[0]);
        AtomicInteger left = new AtomicInteger(Integer.parseInt(parts[1]));
        Failpoint.arm(point -> {
            if (point == deadly && left.decrementAndGet() == 0) {
                System.out.println("dies at " + point);
                System.out.flush();
                Runtime.getRuntime().halt(137);
            }
        });
    }
}

package dev.kakutei.testkit;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Counts aloud until it is stopped, and says so when it was asked nicely. */
final class CounterMain {
    private CounterMain() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("fail")) {
            throw new IllegalStateException("asked to fail, " + System.getenv("MOOD"));
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("asked to stop")));
        CountDownLatch never = new CountDownLatch(1);
        for (int n = 0; !never.await(10, TimeUnit.MILLISECONDS); n++) {
            System.out.println("n=" + n);
        }
    }
}

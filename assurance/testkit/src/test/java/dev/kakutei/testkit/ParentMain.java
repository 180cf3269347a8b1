package dev.kakutei.testkit;

import java.util.concurrent.CountDownLatch;

/** A child that has a child. */
final class ParentMain {
    private ParentMain() {}

    public static void main(String[] args) throws Exception {
        System.out.println(
                "child-pid=" + ChildJvm.start(CounterMain.class, "count").pid());
        new CountDownLatch(1).await();
    }
}

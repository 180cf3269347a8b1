package dev.kakutei.chaos.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceRulesTest {
    private final SourceRules checkout = SourceRules.ofThisCheckout();

    @TempDir
    Path root;

    private SourceRules sample;

    @BeforeEach
    void oneModule() throws IOException {
        write("pom.xml", "<modules>\n  <module>attic</module>\n</modules>\n");
        sample = new SourceRules(root);
    }

    @Test
    void checkout_everyPackage_hasAPackageInfo() {
        assertThat(checkout.packagesWithoutInfo()).isEmpty();
    }

    @Test
    void checkout_everyMainFile_isShortEnough() {
        assertThat(checkout.longFiles()).isEmpty();
    }

    @Test
    void checkout_noTest_sleeps() {
        assertThat(checkout.sleepingTests()).isEmpty();
    }

    @Test
    void packagesWithoutInfo_onePackageWithAndOneWithout_namesTheOneWithout() throws IOException {
        write("attic/src/main/java/a/package-info.java", "package a;");
        write("attic/src/main/java/a/A.java", "package a;");
        write("attic/src/main/java/a/b/B.java", "package a.b;");
        write("attic/src/main/java/a/b/C.java", "package a.b;");

        assertThat(sample.packagesWithoutInfo()).containsExactly("attic/src/main/java/a/b");
    }

    @Test
    void longFiles_atTheLimitAndAboveIt_namesTheOneAbove() throws IOException {
        write("attic/src/main/java/Long.java", "\n".repeat(SourceRules.LONGEST_FILE_LINES));
        write("attic/src/main/java/Longer.java", "\n".repeat(SourceRules.LONGEST_FILE_LINES + 1));

        assertThat(sample.longFiles()).containsExactly("attic/src/main/java/Longer.java");
    }

    @Test
    void sleepingTests_oneSleeps_namesIt() throws IOException {
        write("attic/src/test/java/Awake.java", "await(condition);");
        write("attic/src/test/java/Asleep.java", "Thread" + ".sleep(100);");
        write("attic/src/test/java/Dozing.java", "TimeUnit.SECONDS" + ".sleep(1);");

        assertThat(sample.sleepingTests())
                .containsExactly("attic/src/test/java/Asleep.java", "attic/src/test/java/Dozing.java");
    }

    @Test
    void packagesOf_aPackageInfoAlone_isNotAPackageWithCode() throws IOException {
        write("attic/src/main/java/a/package-info.java", "package a;");
        write("attic/src/main/java/a/b/B.java", "package a.b;");

        assertThat(sample.packagesOf("attic")).containsExactly("a.b");
    }

    private void write(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}

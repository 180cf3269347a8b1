package dev.kakutei.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.Test;

class GeneratedPageTest {
    @Test
    void check_pageThatDiffers_failsAndSaysHowToWriteIt() {
        assumeFalse("write".equals(System.getProperty("kakutei.docs")), "nothing may be written here");
        assertThatThrownBy(() -> new GeneratedPage("reference/topics.md").check("# Something else"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("docs/reference/topics.md is not what the code says")
                .hasMessageContaining("-Dkakutei.docs=write")
                .hasMessageContaining("# Something else");
        assertThatThrownBy(() -> new GeneratedPage("reference/nowhere.md").check("# Nothing"))
                .isInstanceOf(AssertionError.class);
    }
}

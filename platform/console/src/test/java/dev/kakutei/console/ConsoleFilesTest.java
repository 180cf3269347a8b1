package dev.kakutei.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleFilesTest {
    private final ConsoleFiles files = new ConsoleFiles();

    @ParameterizedTest
    @CsvSource({
        "index.html, text/html;charset=utf-8",
        "js/main.js, text/javascript;charset=utf-8",
        "js/pages/request.js, text/javascript;charset=utf-8",
        "css/base.css, text/css;charset=utf-8",
        "messages/ja.json, application/json",
        "icon.svg, image/svg+xml"
    })
    void find_fileOfTheConsole_hasItsTypeAndATagOfItsOwn(String path, String mediaType) {
        ConsoleFile file = files.find(path).orElseThrow();

        assertThat(file.mediaType()).isEqualTo(mediaType);
        assertThat(file.body()).isNotEmpty();
        assertThat(file.etag()).matches("\"[0-9a-f]{32}\"");
        assertThat(files.find(path)).containsSame(file);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/index.html",
                "nothing.html",
                "../console/index.html",
                "js/../index.html",
                "js//main.js",
                "js\\main.js",
                "ConsoleFiles.class",
                "package-info.class",
                "js",
                "js/",
                "index.HTML",
                "a/b/c/d/e.js"
            })
    void find_anythingElse_isNotThere(String path) {
        assertThat(files.find(path)).isEmpty();
    }

    @Test
    void file_tagsShown_areRecognised() {
        ConsoleFile file = files.find("icon.svg").orElseThrow();

        assertThat(file.isAmong(file.etag())).isTrue();
        assertThat(file.isAmong("\"other\", W/" + file.etag())).isTrue();
        assertThat(file.isAmong("*")).isTrue();
        assertThat(file.isAmong("\"other\"")).isFalse();
        assertThat(file.isAmong(null)).isFalse();
        assertThat(file.etag())
                .isNotEqualTo(files.find("index.html").orElseThrow().etag());
    }
}

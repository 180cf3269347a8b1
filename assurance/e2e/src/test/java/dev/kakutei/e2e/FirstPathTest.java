package dev.kakutei.e2e;

import dev.kakutei.standalone.Standalone;
import dev.kakutei.standalone.StandaloneConfig;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/** Everything in one process, as {@code ./kakutei up} runs it. */
class FirstPathTest extends FirstPathContract {
    @Override
    Installation start(Path folder) {
        return new Embedded(Standalone.started(StandaloneConfig.in(folder)));
    }

    private record Embedded(Standalone kakutei) implements Installation {
        @Override
        public URI url() {
            return kakutei.url();
        }

        @Override
        public Map<String, Object> kafka() {
            return kakutei.kafkaClient();
        }

        @Override
        public PostgresTables tables() {
            return new PostgresTables(
                    kakutei.postgres().jdbcUrl(),
                    kakutei.postgres().user(),
                    kakutei.postgres().password());
        }

        @Override
        public void close() {
            kakutei.close();
        }
    }
}

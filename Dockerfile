# One image for every part of Kakutei: `docker run IMAGE ingest|relay|verifier|sender|simulator|…`, as `./kakutei` has them.
FROM maven:3.9.11-eclipse-temurin-17 AS build
WORKDIR /kakutei
COPY . .
# The tests run before an image is built; they need minutes and a machine of their own.
RUN --mount=type=cache,target=/root/.m2 ./kakutei build

FROM eclipse-temurin:17.0.20.1_1-jre-noble
RUN groupadd --system --gid 10001 kakutei \
 && useradd --system --uid 10001 --gid kakutei --home-dir /var/lib/kakutei --shell /usr/sbin/nologin kakutei \
 && install -d -o kakutei -g kakutei -m 700 /var/lib/kakutei
COPY --from=build /kakutei/platform/standalone/target/lib /opt/kakutei/lib
COPY deploy/docker/kakutei deploy/docker/healthcheck /usr/local/bin/
# Nothing below /opt/kakutei belongs to the user that runs it; what a service writes goes here.
USER 10001:10001
WORKDIR /var/lib/kakutei
VOLUME /var/lib/kakutei
# A container listens on its own network only; the operator decides which ports are published.
ENV KAKUTEI_LOG_FORMAT=json \
    KAKUTEI_ADMIN_HOST=0.0.0.0 \
    KAKUTEI_ADMIN_PORT=8081
EXPOSE 8080 8081
# Readiness, not life: a service that makes no progress is not healthy.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 CMD ["healthcheck", "8081", "/readyz"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["kakutei"]
CMD ["--help"]

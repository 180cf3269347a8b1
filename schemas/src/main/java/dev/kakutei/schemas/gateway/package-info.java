/**
 * The description of gateways, as an integrator writes it: one YAML file, read strictly.
 *
 * <p>Comes in: the file's text. Goes out: {@link dev.kakutei.schemas.gateway.Gateways}, or every mistake at once with its
 * path. Forbidden here: calling a gateway, and deciding what an answer means.
 */
package dev.kakutei.schemas.gateway;

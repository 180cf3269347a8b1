/**
 * The graph: which topics come in, which stores there are, which topics go out. All of it in one method.
 *
 * <p>Forbidden here: looking into a message beyond what names its topic (a gateway, a kind).
 */
package dev.kakutei.verifier.topology;

/**
 * Which addresses may be connected to. A gateway file, or a name server that lies, must not turn a service against its
 * own network.
 *
 * <p>Comes in: what a gateway's file allows, and addresses that a name was resolved to. Goes out: those of them that
 * may be connected to. Forbidden here: HTTP, and judging a name instead of the address behind it.
 */
package dev.kakutei.boot.network;

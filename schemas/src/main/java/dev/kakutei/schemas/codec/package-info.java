/**
 * How messages become bytes: versioned JSON, and the canonical form from which a request's digest is made.
 *
 * <p>Comes in: records of this module, or bytes. Goes out: bytes, or records; what cannot be read is an
 * {@link dev.kakutei.schemas.codec.Undecodable}, never a half-filled record. Forbidden here: any knowledge of topics.
 */
package dev.kakutei.schemas.codec;

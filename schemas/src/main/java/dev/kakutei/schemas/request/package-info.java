/**
 * What a caller may ask for: the bodies of orders and payments, read strictly, with every fault named by its place.
 *
 * <p>Comes in: a parsed JSON document. Goes out: a {@link dev.kakutei.schemas.request.Submission}, or all violations at
 * once. Forbidden here: HTTP, and any default that would change what the caller asked for.
 */
package dev.kakutei.schemas.request;

/**
 * Has submissions summarised that wait for approval, by a configured HTTP service (SPEC C9).
 *
 * <p>Comes in: the events that the projection stores, and what the summariser answers. Goes out: one document for each
 * submission, masked, and actions to attach what came back. Forbidden here: holding a request for it, sending what viewers may
 * not see, and calling for one submission without an end.
 */
package dev.kakutei.operator.summary;

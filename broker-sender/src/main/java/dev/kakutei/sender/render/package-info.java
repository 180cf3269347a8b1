/**
 * Fills the templates of a gateway's description with a request (SPEC D1). Pure, and compiled once for each gateway.
 *
 * <p>Comes in: a gateway's templates and a command. Goes out: texts and bodies, or the reason why this request can never
 * be put into this gateway's form. Forbidden here: secrets, clocks, and putting a value together with syntax as text: a
 * value is a node of a tree, or is encoded.
 */
package dev.kakutei.sender.render;

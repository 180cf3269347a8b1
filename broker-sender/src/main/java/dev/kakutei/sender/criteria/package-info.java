/**
 * What an integrator's conditions say of an answer (SPEC D2–D4). A gateway's criteria are compiled once; evaluating them is
 * pure, and costs what the answer is long.
 *
 * <p>Comes in: an answer as {@link dev.kakutei.sender.criteria.AnswerFields}. Goes out: a
 * {@link dev.kakutei.sender.criteria.Judgement}, with the condition that decided. Forbidden here: deciding what follows
 * from it, a regex that can take longer than its text is long, a path that searches, and an exception for anything that
 * a gateway can send.
 *
 * <h2>How conditions are read</h2>
 *
 * A condition reads a field and finds values there: none, one, or, where the path has a {@code [*]}, several. Null is
 * the same as nothing.
 *
 * <table>
 * <caption>The operations</caption>
 * <tr><th>operation</th><th>holds when</th><th>not applicable to</th></tr>
 * <tr><td>{@code exists}</td><td>there is a value</td><td></td></tr>
 * <tr><td>{@code missing}</td><td>there is none</td><td></td></tr>
 * <tr><td>{@code eq}</td><td>one of the values equals the condition's: numbers as decimals (1 and 1.0), texts letter by
 * letter; a number and a text are never equal. {@code eq} null is {@code missing}</td><td>a text that is written like
 * the number it is compared with, and the other way round: the author of the file was mistaken about the type</td></tr>
 * <tr><td>{@code in}</td><td>one of the values equals one in the condition's list</td><td>as {@code eq}</td></tr>
 * <tr><td>{@code ne}, {@code nin}</td><td>{@code eq}, {@code in} do not; so they hold where there is no
 * value</td><td>as {@code eq}</td></tr>
 * <tr><td>{@code gt}, {@code gte}, {@code lt}, {@code lte}</td><td>one of the values is a number, or a text that is one
 * in decimal form, and is greater …</td><td>anything else</td></tr>
 * <tr><td>{@code contains}</td><td>one of the values is a text with the condition's in it, or a list with an equal
 * element</td><td>anything else, and a text where the condition's value is none</td></tr>
 * <tr><td>{@code regex}</td><td>the regex is found in one of the values, a text or a whole number</td><td>anything else,
 * and a text of more than 16,384 characters</td></tr>
 * </table>
 *
 * Where there is no value, {@code gt} and its kin, {@code contains} and {@code regex} do not hold: they are applicable.
 *
 * <p>What is not applicable neither holds nor fails. For {@code all}, one condition that fails decides, and for {@code any}
 * one that holds; where only inapplicable ones are left, the whole is not applicable, and the caller must not conclude
 * anything from it. Each is counted. Of several values the first 1,000 are looked at; where the rest might have decided, it
 * is not applicable either.
 *
 * <p>A body that is not JSON, was cut off, or has another shape than the path begins with (a name where the body is a
 * list) cannot be evaluated at all: no condition on it holds, {@code missing} and {@code ne} no more than {@code eq}. A page
 * that says "under maintenance" has no error in it, and is no success.
 */
package dev.kakutei.sender.criteria;

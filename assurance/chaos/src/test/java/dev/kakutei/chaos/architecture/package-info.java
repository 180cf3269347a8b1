/**
 * Who may see whom, which names and words are used: the build check of what CONTRIBUTING.md promises.
 *
 * <p>In: the compiled classes of every module, and the source tree. Out: a list of offences, which should be empty.
 *
 * <p>Every rule is shown to bite, on a small sample that breaks it. A rule without such a sample fails the build.
 */
package dev.kakutei.chaos.architecture;

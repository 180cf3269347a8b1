/**
 * What is shipped to run Kakutei in earnest: the image, the compose file and the guides, held against the code, because no
 * Docker engine can be asked here. In: the files of the working folder. Out: nothing. Forbidden: a fact about a file that is
 * written down here a second time, where it can be read from the code.
 */
package dev.kakutei.e2e.deploy;

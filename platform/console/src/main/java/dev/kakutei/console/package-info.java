/**
 * The operators' pages (SPEC F6). The pages themselves are resources beside this package: plain JavaScript modules, style
 * sheets and message catalogues, which run in the browser as they are. In comes the path of a file; out go its bytes and
 * the headers it must be served with. Forbidden here: whatever knows requests. The pages ask the HTTP API like anybody.
 */
package dev.kakutei.console;

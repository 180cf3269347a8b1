// Asks again and again, gently: one question at a time, none while the page is hidden, and what is on the screen stays there
// while the server cannot be heard (the strip at the top shows how old it is).

import {Failure} from './api.js';

/** Runs `ask` now and then every `pause` ms (a number, or a function of nothing) until the signal. The first failure is thrown. */
export async function every(pause, signal, ask) {
  await ask();
  const next = () => {
    if (!signal.aborted) setTimeout(again, typeof pause === 'function' ? pause() : pause);
  };
  const again = async () => {
    if (signal.aborted) return;
    try {
      if (!document.hidden) await ask();
    } catch (e) {
      if (signal.aborted) return;
      if (e instanceof Failure && e.status === 401) return location.reload();
      if (!(e instanceof Failure)) console.error(e);
    }
    next();
  };
  next();
}

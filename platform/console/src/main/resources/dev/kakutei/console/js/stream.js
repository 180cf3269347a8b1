// Follows one request over server-sent events. EventSource cannot send an Authorization header, so this reads the
// stream by hand, and comes back by itself after a break, from the last event it has seen.

import {headers} from './api.js';

const MAX_BUFFERED = 1_000_000;
const PAUSES = [1_000, 2_000, 5_000, 10_000, 20_000];

/** Calls on(name, data) for each event, and state('live' | 'waiting' | 'ended'); ends with the signal. */
export async function follow(path, signal, on, state) {
  let last = '';
  let failed = 0;
  while (!signal.aborted) {
    try {
      const ended = await once(path, signal, last, (name, id, data) => {
        if (id) last = id;
        failed = 0;
        on(name, data);
      }, state);
      if (ended) return state('ended');
    } catch (e) {
      if (signal.aborted) return;
      if (e.final) return state('ended');
    }
    state('waiting');
    await pause(PAUSES[Math.min(failed++, PAUSES.length - 1)], signal);
  }
}

async function once(path, signal, last, on, state) {
  const answer = await fetch(path, {
    headers: headers({Accept: 'text/event-stream', ...(last ? {'Last-Event-ID': last} : {})}), signal, cache: 'no-store',
  });
  if (answer.status === 204) return true;
  if (!answer.ok) throw Object.assign(new Error(answer.statusText), {final: answer.status < 500 && answer.status !== 429});
  state('live');
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let kept = '';
  let ended = false;
  for (;;) {
    const {value, done} = await reader.read();
    if (done) return ended;
    kept += value.replaceAll('\r', '');
    if (kept.length > MAX_BUFFERED) throw new Error('a frame without an end');
    for (let end = kept.indexOf('\n\n'); end >= 0; end = kept.indexOf('\n\n')) {
      const frame = fields(kept.slice(0, end));
      kept = kept.slice(end + 2);
      if (frame.data) on(frame.event, frame.id, JSON.parse(frame.data));
      ended ||= frame.event === 'end';
    }
  }
}

function fields(text) {
  const found = {event: 'message', id: '', data: ''};
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) found[line.slice(0, colon)] = line.slice(colon + 1).trimStart();
  }
  return found;
}

function pause(millis, signal) {
  return new Promise(done => {
    const timer = setTimeout(done, millis);
    signal.addEventListener('abort', () => { clearTimeout(timer); done(); }, {once: true});
  });
}

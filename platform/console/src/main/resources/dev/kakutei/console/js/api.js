// Everything that goes over the wire. Errors come as Failure, with what the server said (RFC 9457) or why it could not
// be heard.

import {setClock} from './time.js';

const KEPT = 'kakutei.key';
const LIMIT = 20_000;
let heardAt = 0;
let failing = null;
const listeners = new Set();

export class Failure extends Error {
  /** @param status 0 where nothing was heard */
  constructor(status, problem) {
    super(problem.detail || problem.title || `HTTP ${status}`);
    this.status = status;
    this.problem = problem;
  }

  get unreachable() {
    return this.status === 0;
  }
}

export const key = () => sessionStorage.getItem(KEPT);

export function signIn(text) {
  sessionStorage.setItem(KEPT, text);
}

export function signOut() {
  sessionStorage.removeItem(KEPT);
}

export function headers(more) {
  const all = {Accept: 'application/json', ...more};
  if (key()) all.Authorization = `Bearer ${key()}`;
  return all;
}

/** When the server was last heard, and what stands in the way since; null where nothing does. */
export const link = () => ({heardAt, failing});

export function onLink(listener) {
  listeners.add(listener);
}

function heard(answer) {
  heardAt = Date.now();
  setClock(answer.headers.get('Date'));
  if (failing !== null) changed(null);
}

function changed(failure) {
  failing = failure;
  for (const listener of listeners) listener();
}

async function call(method, path, {body, signal, more} = {}) {
  const timer = AbortSignal.timeout(LIMIT);
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: headers(body === undefined ? more : {'Content-Type': 'application/json', ...more}),
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timer]) : timer,
      cache: 'no-store',
    });
  } catch (e) {
    if (signal?.aborted) throw e;
    const failure = new Failure(0, {title: 'unreachable', detail: e.name === 'TimeoutError' ? 'timeout' : e.message});
    changed(failure);
    throw failure;
  }
  heard(answer);
  const text = await answer.text();
  const read = parsed(text);
  if (!answer.ok) {
    throw new Failure(answer.status, read ?? {title: `HTTP ${answer.status}`, detail: text.slice(0, 300)});
  }
  return {status: answer.status, body: read ?? {}, headers: answer.headers};
}

function parsed(text) {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

export const get = async (path, signal) => (await call('GET', path, {signal})).body;

export const post = (path, body, more) => call('POST', path, {body, more});

/** Names what is asked for, so that asking again is asking once. (randomUUID is not there over plain HTTP.) */
export const freshKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('');

/** Null where this server does not offer it (yet): the page then says so instead of failing. */
export async function maybe(path, signal) {
  try {
    return await get(path, signal);
  } catch (e) {
    if (e instanceof Failure && e.status === 404) return null;
    throw e;
  }
}

/** The path of a request; `client` is named only where it is another's than the caller's own. */
export function requestPath(idempotencyKey, client, tail = '') {
  const query = client ? `?client=${encodeURIComponent(client)}` : '';
  return `/requests/${encodeURIComponent(idempotencyKey)}${tail}${query}`;
}

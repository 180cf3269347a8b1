// Starts the console: language, look, who it is, then the page that the address names.

import {h, renew, say} from './dom.js';
import {preferred, speak, t} from './i18n.js';
import {Failure, maybe, onLink} from './api.js';
import {here} from './router.js';
import {forget, person, recognise} from './session.js';
import {frame, strip, waits} from './frame.js';
import {applyLook} from './look.js';
import {problem} from './parts.js';
import {tick} from './time.js';
import * as alerts from './pages/alerts.js';
import * as approvals from './pages/approvals.js';
import * as bulk from './pages/bulk.js';
import * as login from './pages/login.js';
import * as overview from './pages/overview.js';
import * as queue from './pages/queue.js';
import * as request from './pages/request.js';
import * as requests from './pages/requests.js';

const PAGES = {overview, requests, request, queue, approvals, bulk, alerts};
const app = document.getElementById('app');
let leaving = new AbortController();
let shown = null;

async function start() {
  applyLook();
  await speak(preferred());
  onLink(strip);
  addEventListener('hashchange', () => show());
  setInterval(() => { tick(document); strip(); }, 1_000);
  setInterval(lookAround, 10_000);
  await enter();
}

/** How much waits elsewhere, for the menu; the overview asks by itself. */
async function lookAround() {
  if (!person() || document.hidden || here().page === 'overview') return;
  const overview = await maybe('/overview').catch(() => null);
  if (overview) waits(overview);
}

/** Finds out who it is; comes back by itself where the server cannot be reached. */
async function enter() {
  leaving.abort();
  leaving = new AbortController();
  try {
    if ((await recognise()) === 'out') return renew(app, login.page(enter));
  } catch (e) {
    renew(app, h('main', {class: 'alone'}, h('h1', {}, 'Kakutei'), problem(e)));
    setTimeout(enter, 3_000);
    return;
  }
  shown = null;
  await show();
}

/** The page of the address. Leaving one ends all it had under way. */
async function show() {
  leaving.abort();
  leaving = new AbortController();
  const {signal} = leaving;
  const began = document.activeElement;
  const place = here();
  const page = PAGES[place.page] ?? overview;
  const same = shown === place.page + '/' + place.parts.join('/');
  shown = place.page + '/' + place.parts.join('/');
  const main = frame(app, place.page, {signOut: leave, redraw: () => { shown = null; show(); }});
  if (!same) main.replaceChildren();
  document.title = `${t(`nav.${place.page}`)} · Kakutei`;
  try {
    await page.open(main, place, signal);
    if (signal.aborted) return;
    main.dataset.page = location.hash;
    if (!same) arrived(main, began);
  } catch (e) {
    if (signal.aborted) return;
    if (e instanceof Failure && e.status === 401) return leave();
    renew(main, h('div', {}, problem(e)));
    say(t('error.page'));
  }
}

/** A new page is begun at its title, for those who read by ear and for the keyboard; not where they have moved on meanwhile. */
function arrived(main, began) {
  const moved = ![began, document.body].includes(document.activeElement);
  if (!moved && !document.querySelector('dialog[open]')) main.querySelector('#title')?.focus({preventScroll: true});
  scrollTo(0, 0);
}

function leave() {
  forget();
  return enter();
}

start();

// What is around every page: where one can go, who one is, and whether what is shown is still true.

import {h, renew} from './dom.js';
import {icon} from './icons.js';
import {choose, language, t, words} from './i18n.js';
import {link} from './api.js';
import {look, nextLook} from './look.js';
import {to} from './router.js';
import {may, person, roles} from './session.js';
import {span} from './time.js';

const STALE = 15_000;
const PLACES = ['overview', 'requests', 'queue', 'approvals', 'bulk', 'alerts'];
const counts = {};

/** How many wait behind a link of the menu. */
export function count(place, n) {
  counts[place] = n;
  const node = document.querySelector(`[data-count="${place}"]`);
  if (node) renew(node, number(n));
}

/** What an overview says of that. */
export function waits(overview) {
  count('queue', overview.waiting_for_person ?? 0);
  if (overview.alerts_open !== undefined) count('alerts', overview.alerts_open);
  count('approvals', overview.states?.pending_approval ?? 0);
}

const number = n => (n > 0 ? h('span', {class: 'pill'}, n > 999 ? '999+' : String(n)) : null);

export function frame(app, page, actions) {
  const current = page === 'request' ? 'requests' : page;
  renew(app,
    h('a', {class: 'skip', href: '#main', onclick: toMain}, t('app.skip')),
    h('header', {class: 'bar'},
      h('a', {class: 'brand', href: to('overview')}, mark(), h('span', {}, 'Kakutei'), h('span', {class: 'kanji', lang: 'ja', 'aria-hidden': 'true'}, '確定')),
      h('nav', {'aria-label': t('app.menu')}, h('ul', {}, PLACES.filter(offered).map(place => item(place, current)))),
      h('div', {class: 'tools'}, tools(actions))),
    h('div', {id: 'strip', role: 'status'}),
    h('main', {id: 'main', tabindex: '-1'}),
    h('footer', {class: 'foot'}, h('span', {}, 'Kakutei ', /^\d/.test(person()?.version) ? person().version : ''), h('span', {id: 'heard-at'})));
  strip();
  return document.getElementById('main');
}

const offered = place => place !== 'bulk' || may('operator') || roles().length === 0;

function item(place, current) {
  return h('li', {},
    h('a', {href: to(place), 'aria-current': place === current ? 'page' : null},
      icon(place), h('span', {}, t(`nav.${place}`)),
      h('span', {'data-count': place}, number(counts[place]))));
}

function tools({signOut, redraw}) {
  const other = language() === 'en' ? 'ja' : 'en';
  const me = person();
  return [
    h('div', {class: 'who', title: roles().map(role => words('role', role)).join(', ')},
      h('span', {class: 'strong'}, me?.mode === 'open' ? t('app.open') : me?.client ?? ''),
      h('span', {class: 'faint'}, me?.mode === 'open' ? t('app.openRoles') : roles().map(role => words('role', role)).join(' · '))),
    h('button', {
      type: 'button', class: 'tool', lang: other, id: 'language',
      onclick: async () => { await choose(other); redraw(); },
    }, other === 'ja' ? '日本語' : 'English'),
    h('button', {
      type: 'button', class: 'tool', id: 'look', 'aria-label': t('app.look', {look: t(`look.${look()}`)}), title: t('app.look', {look: t(`look.${look()}`)}),
      onclick: () => { nextLook(); redraw(); },
    }, icon({auto: 'auto', light: 'sun', dark: 'moon'}[look()])),
    me?.mode === 'keys'
      ? h('button', {type: 'button', class: 'tool', id: 'sign-out', 'aria-label': t('app.signOut'), title: t('app.signOut'), onclick: signOut}, icon('out'), h('span', {}, t('app.signOut')))
      : null,
  ];
}

function mark() {
  return h('img', {src: 'icon.svg', alt: '', width: '24', height: '24'});
}

// The page's address is taken by the pages, so this cannot be an ordinary jump.
function toMain(event) {
  event.preventDefault();
  document.getElementById('main').focus();
}

/** Says when the server is not heard, and how old what is on the screen has become. */
export function strip() {
  const place = document.getElementById('strip');
  if (!place) return;
  const {heardAt, failing} = link();
  const silent = Date.now() - heardAt;
  document.getElementById('heard-at').textContent = heardAt ? t('app.heard', {span: span(silent)}) : '';
  const cut = failing !== null && silent > 1_500;
  renew(place, cut
    ? h('p', {class: 'cut'}, icon('warn'), t('app.cut', {span: span(silent)}), ' ', silent > STALE ? t('app.stale') : '')
    : null);
  document.body.toggleAttribute('data-stale', cut);
}

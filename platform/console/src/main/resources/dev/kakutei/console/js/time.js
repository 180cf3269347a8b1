// Times as people say them. The clock is the server's where the page knows it: a browser's may be minutes off.

import {t} from './i18n.js';

let ahead = 0;

/** @param serverDate the Date header of an answer that has just come */
export function setClock(serverDate) {
  const server = Date.parse(serverDate);
  if (!Number.isNaN(server) && Math.abs(server - Date.now() - ahead) > 2_000) ahead = server - Date.now();
}

export const now = () => Date.now() + ahead;

export function moment(iso) {
  if (!iso) return '';
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? String(iso) : `${day(date)} ${time(date)}`;
}

// The same in every language, and never mistaken for another day: 2026-11-16 12:30:05, in the reader's own zone.
const two = n => String(n).padStart(2, '0');
const day = date => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
const time = date => `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;

/** With milliseconds, for timelines; the day only where it is another one. */
export function clock(iso, before) {
  const date = new Date(iso);
  const exact = `${time(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
  return before && day(new Date(before)) === day(date) ? exact : `${day(date)} ${exact}`;
}

const UNITS = [['d', 86_400], ['h', 3_600], ['m', 60], ['s', 1]];

/** 3 d 4 h, 12 m 5 s, 0.8 s: two units at most. */
export function span(millis) {
  const seconds = Math.max(0, millis) / 1000;
  if (seconds < 1) return t('time.s', {n: Math.round(seconds * 10) / 10});
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  const [unit, size] = UNITS[first];
  const count = Math.floor(seconds / size);
  const next = UNITS[first + 1];
  const rest = next ? Math.floor((seconds - count * size) / next[1]) : 0;
  return t(`time.${unit}`, {n: count}) + (rest > 0 ? ` ${t(`time.${next[0]}`, {n: rest})}` : '');
}

export const age = iso => span(now() - Date.parse(iso));

/** Renews what shows an age or a countdown; called once a second. */
export function tick(root) {
  for (const node of root.querySelectorAll('[data-age]')) set(node, age(node.dataset.age));
  for (const node of root.querySelectorAll('[data-due]')) {
    const left = Date.parse(node.dataset.due) - now();
    set(node, left > 0 ? t('time.in', {span: span(left)}) : t('time.now'));
  }
}

function set(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// What is said, and in which language. Catalogues are plain JSON with the same keys; ConsoleMessagesTest holds them to it.

const LANGUAGES = ['en', 'ja'];
const KEPT = 'kakutei.language';
let messages = {};
let current = 'en';

export const language = () => current;

export function preferred() {
  const kept = localStorage.getItem(KEPT);
  if (LANGUAGES.includes(kept)) return kept;
  return (navigator.languages ?? []).map(tag => tag.slice(0, 2)).find(tag => LANGUAGES.includes(tag)) ?? 'en';
}

export async function speak(wanted) {
  const answer = await fetch(`messages/${wanted}.json`);
  if (!answer.ok) throw new Error(`messages/${wanted}.json: ${answer.status}`);
  messages = await answer.json();
  current = wanted;
  document.documentElement.lang = wanted;
}

export async function choose(wanted) {
  localStorage.setItem(KEPT, wanted);
  await speak(wanted);
}

/** t(key, {n: 3}): the catalogue's words, with {n} replaced. {n|one|many} chooses a word by number. */
export function t(key, values = {}) {
  const text = messages[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (all, name, one, many) => {
    const value = values[name];
    if (one !== undefined) return Number(value) === 1 ? one : many;
    return typeof value === 'number' ? number(value, 1) : String(value ?? '');
  });
}

/** The words for something that may have none in the catalogue: then its own name, readable. */
export function words(prefix, name) {
  const text = messages[`${prefix}.${name}`];
  return text ?? String(name ?? '').replaceAll('_', ' ');
}

/** All that the catalogue names under a prefix, with its words: [['order', 'Order'], …] for kind. */
export const family = prefix => Object.entries(messages)
  .filter(([key]) => key.startsWith(`${prefix}.`))
  .map(([key, text]) => [key.slice(prefix.length + 1), text]);

export const has = key => messages[key] !== undefined;

export const number = (value, digits = 0) =>
  new Intl.NumberFormat(current, {maximumFractionDigits: digits}).format(value);

/** 12,840 as it is, 1.28M when there is no room. */
export const short = value =>
  Math.abs(value) < 1_000_000
    ? number(value)
    : new Intl.NumberFormat(current, {notation: 'compact', maximumFractionDigits: 2}).format(value);

/** Amounts come as decimal strings and stay so: no digit may be lost on the way to the eye. */
export function amount(text, currency) {
  if (text === undefined || text === null) return '';
  const [whole, part] = String(text).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return [part === undefined ? grouped : `${grouped}.${part}`, currency].filter(Boolean).join(' ');
}

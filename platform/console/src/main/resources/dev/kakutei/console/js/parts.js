// Pieces that several pages are made of.

import {h} from './dom.js';
import {icon} from './icons.js';
import {has, t} from './i18n.js';
import {Failure} from './api.js';
import {age, moment} from './time.js';

export function heading(title, ...beside) {
  return h('header', {class: 'heading'}, h('h1', {id: 'title', tabindex: '-1'}, title), h('div', {class: 'beside'}, ...beside));
}

export function card(title, attributes, ...inside) {
  const id = `card-${[...title].map(letter => letter.codePointAt(0).toString(36)).join('')}`;
  return h('section', {...attributes, class: `card ${attributes?.class ?? ''}`, 'aria-labelledby': id},
    h('h2', {id}, title), ...inside);
}

export function button(label, attributes, image) {
  return h('button', {type: 'button', ...attributes, class: `button ${attributes?.class ?? ''}`}, image && icon(image), label);
}

/** A label and what it labels. The hint and the mistake are read out with the field. */
export function field(label, input, {hint, error, id} = {}) {
  input.id = id ?? input.id;
  const notes = [];
  if (hint) notes.push(h('span', {class: 'hint', id: `${input.id}-hint`}, hint));
  if (error) notes.push(h('span', {class: 'error', id: `${input.id}-error`}, icon('warn'), error));
  if (notes.length) input.setAttribute('aria-describedby', notes.map(note => note.id).join(' '));
  if (error) input.setAttribute('aria-invalid', 'true');
  return h('div', {class: 'field'}, h('label', {for: input.id}, label), input, ...notes);
}

export function select(id, options, chosen, attributes) {
  const made = h('select', {id, name: id, ...attributes},
    options.map(([value, label]) => h('option', {value, selected: value === (chosen ?? '')}, label)));
  made.value = chosen ?? '';
  return made;
}

/** A mark to be set, and what it means; never set by itself. */
export function check(id, label, attributes) {
  return h('label', {class: 'check', for: id}, h('input', {id, type: 'checkbox', ...attributes}), h('span', {}, label));
}

/** What is empty says so, and why that is good or what to do about it. */
export function empty(title, text, image = 'ok') {
  return h('div', {class: 'empty'}, icon(image), h('p', {class: 'strong'}, title), text && h('p', {}, text));
}

export const waiting = () => h('p', {class: 'waiting', role: 'status'}, t('app.loading'));

/** What the server said went wrong, in its words, beside ours. */
export function problem(failure) {
  const shown = failure instanceof Failure ? failure.problem : {title: t('error.page'), detail: failure.message};
  const type = String(shown.type ?? '').split(':').pop();
  const title = failure.unreachable ? t('error.unreachable') : has(`problem.${type}`) ? t(`problem.${type}`) : shown.title;
  return h('div', {class: 'problem', role: 'alert'},
    icon('warn'),
    h('div', {},
      h('p', {class: 'strong'}, title, failure.status ? h('span', {class: 'code'}, ` ${failure.status}`) : null),
      shown.detail && h('p', {}, shown.detail),
      shown.errors?.length
        ? h('ul', {}, shown.errors.map(one => h('li', {}, h('code', {}, one.field), ' ', one.message)))
        : null));
}

export function notOffered() {
  return empty(t('error.notOffered'), t('error.notOfferedWhat'), 'ask');
}

export const since = iso => iso
  ? h('time', {datetime: iso, 'data-age': iso, title: moment(iso)}, age(iso))
  : h('span', {class: 'faint'}, '–');

export const at = iso => (iso ? h('time', {datetime: iso}, moment(iso)) : h('span', {class: 'faint'}, '–'));

export const facts = rows => h('dl', {class: 'facts'},
  rows.filter(Boolean).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));

/** JSON as text, for reading. */
export const json = value => h('pre', {class: 'json', tabindex: '0', role: 'group', 'aria-label': 'JSON'},
  typeof value === 'string' ? value : JSON.stringify(value, null, 2));

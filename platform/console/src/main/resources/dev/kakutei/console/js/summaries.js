// Summaries of submissions, for whoever decides on them: shown beside the version that they describe, with who wrote them.

import {h, say} from './dom.js';
import {post, requestPath} from './api.js';
import {button, field} from './parts.js';
import {confirm, reason} from './dialog.js';
import {t} from './i18n.js';
import {reporting} from './actions.js';

/** A person's own words, or those of a machine: whoever decides by them must see which. */
export function summaryText({text, by, origin}) {
  const name = String(by ?? '').split(':').slice(1).join(':') || by;
  return h('figure', {class: 'summary-text', 'data-origin': origin},
    h('blockquote', {}, text),
    h('figcaption', {class: 'faint'}, t(String(origin).toLowerCase() === 'generated' ? 'summary.generatedBy' : 'summary.by', {name})));
}

/** The summary that stands for the version which an event brought; null where it has none. */
export function summaryOf(event, events) {
  const last = events.filter(one => one.type === 'summary_attached' && one.fact?.submission_event_id === event.event_id).at(-1);
  return last ? {text: last.fact.text, by: last.by, origin: last.fact.origin} : null;
}

export function summariseButton(request, client, moved) {
  return request.allowed?.includes('attach_summary')
    ? button(t(request.summary ? 'summary.replace' : 'action.attach_summary'),
      {'data-action': 'attach_summary', onclick: event => reporting(event.currentTarget, summarise(request, client, moved))}, 'note')
    : null;
}

async function summarise(request, client, moved) {
  const text = reason('text', {maxlength: '2000', rows: '6'});
  text.value = request.summary?.text ?? '';
  const answer = await confirm({
    title: t('action.attach_summary'), yes: t('action.attach_summary'), danger: false,
    body: [h('p', {}, t('action.attach_summary.what', {n: request.approval?.version ?? 1})), field(t('summary.text'), text)],
    act: form => post(requestPath(request.idempotency_key, client, '/summaries'), {
      event_id: request.submission_event_id, text: form.elements.text.value.trim(), ...(request.summary ? {replaces: request.summary.event_id} : {}),
    }),
  });
  if (answer) {
    say(answer.status === 202 ? t('action.notYet') : t('action.done'));
    moved(answer.body);
  }
}

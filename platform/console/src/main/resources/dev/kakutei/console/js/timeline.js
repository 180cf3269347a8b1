// Who did what, and when: each fact as a sentence, with what the gateway said below it.

import {h} from './dom.js';
import {icon} from './icons.js';
import {amount, has, number, t, words} from './i18n.js';
import {facts, json} from './parts.js';
import {clock, moment} from './time.js';
import {image} from './actions.js';
import {summaryOf, summaryText} from './summaries.js';

const LOOKS = {
  accepted: ['calm', 'inbox'], attempt_started: ['busy', 'send'], attempt_deferred: ['doubt', 'again'],
  outcome_unknown: ['doubt', 'ask'], outcome_still_unknown: ['doubt', 'ask'], records_lost: ['doubt', 'ask'], acknowledged: ['calm', 'ask'],
  inquiry_started: ['busy', 'ask'], inquiry_inconclusive: ['doubt', 'ask'],
  verification_failed: ['bad', 'person'], settled: ['good', 'ok'], contradicted: ['bad', 'warn'],
  operator_acted: ['person', 'person'], approval_requested: ['person', 'wait'], approved: ['good', 'approvals'],
  returned: ['person', 'back'], resubmitted: ['calm', 'inbox'], commented: ['calm', 'note'],
  summary_attached: ['calm', 'note'],
};

/** Oldest first, as it went. */
export function timeline(events) {
  return h('ol', {class: 'timeline'}, events.map((event, i) => entry(event, events[i - 1], events)));
}

function entry(event, before, events) {
  const fact = event.fact ?? {};
  const [tone, picture] = look(event);
  return h('li', {class: `tone-${tone}`, 'data-key': String(event.event_id), id: `event-${event.event_id}`},
    h('span', {class: 'stop'}, icon(picture)),
    h('div', {class: 'what'},
      h('p', {class: 'title'}, h('span', {class: 'strong'}, title(event)), h('span', {class: 'by'}, who(event.by)),
        h('time', {datetime: event.at, title: moment(event.at)}, clock(event.at, before?.at)),
        h('span', {class: 'number', title: t('event.number')}, `#${event.event_id}`)),
      said(event), fact.request ? described(summaryOf(event, events)) : null, answer(fact.answer), rest(event)));
}

const described = summary => summary && [h('p', {class: 'strong'}, t('summary.title')), summaryText(summary)];

function look({type, fact}) {
  if (type === 'settled' && fact?.verdict !== 'SUCCEEDED') return ['ended', 'no'];
  if (type === 'operator_acted') return ['person', image(String(fact?.action).toLowerCase())];
  return LOOKS[type] ?? ['calm', 'note'];
}

function title({type, fact = {}}) {
  if (type === 'settled') return t('event.settled', {verdict: t(`state.${String(fact.verdict).toLowerCase()}`)});
  if (type === 'operator_acted') return t('event.operator_acted', {action: words('action', String(fact.action).toLowerCase())});
  return has(`event.${type}`) ? t(`event.${type}`, {n: fact.attempt ?? fact.inquiry ?? fact.version ?? ''}) : words('event', type);
}

/** "operator:mika" → mika, as an operator. */
function who(by) {
  const [role, ...name] = String(by ?? '').split(':');
  return name.length ? h('span', {}, h('b', {}, name.join(':')), ' ', h('span', {class: 'faint'}, words('by', role))) : words('by', role);
}

/** What a fact says in words of its own. */
function said({type, fact = {}}) {
  const lines = [];
  const line = (key, values) => lines.push(h('p', {}, t(key, values)));
  if (type === 'accepted' && fact.amount) line('event.amount', {amount: amount(fact.amount, fact.currency), gateway: fact.gateway});
  if (fact.retry_at) line('event.retryAt', {at: moment(fact.retry_at)});
  if (fact.verify_at) line('event.verifyAt', {at: moment(fact.verify_at)});
  if (fact.next_at) line('event.nextAt', {at: moment(fact.next_at)});
  if (fact.finding) line('event.finding', {finding: words('finding', fact.finding)});
  if (fact.doubt === 'POSSIBLE') line('event.doubt');
  if (fact.second_effect_accepted) lines.push(h('p', {class: 'note warn'}, t('event.secondEffect')));
  if (type === 'settled' && fact.ground) line(`ground.${fact.ground}`);
  for (const name of ['reason', 'comment', 'text', 'note']) if (typeof fact[name] === 'string' && fact[name]) lines.push(h('blockquote', {}, fact[name]));
  return lines;
}

function answer(received) {
  if (!received) return null;
  return h('div', {class: 'answer'},
    h('p', {},
      h('span', {class: `http ${family(received.status_code)}`}, received.status_code ? `HTTP ${received.status_code}` : words('category', received.category)),
      received.code ? h('code', {}, received.code) : null,
      received.elapsed_millis ? h('span', {class: 'faint'}, t('event.took', {n: received.elapsed_millis})) : null),
    received.message ? h('p', {}, received.message) : null,
    received.reference || received.judged_by || Object.keys(received.headers ?? {}).length
      ? facts([
        received.reference ? [t('event.reference'), h('code', {}, received.reference)] : null,
        received.judged_by ? [t('event.judgedBy'), h('code', {}, received.judged_by)] : null,
        ...Object.entries(received.headers ?? {}).map(([name, value]) => [name, h('code', {}, value)]),
      ])
      : null,
    received.excerpt ? h('details', {}, h('summary', {}, t('event.excerpt', {n: received.excerpt.length})), json(received.excerpt)) : null);
}

const family = code => (code >= 500 ? 'is-5' : code >= 400 ? 'is-4' : code >= 200 ? 'is-2' : 'is-0');

/** The bare fact, for those who want all of it. */
function rest({fact = {}}) {
  const shown = {...fact};
  delete shown.answer;
  return Object.keys(shown).length
    ? h('details', {class: 'bare'}, h('summary', {}, t('event.bare')), json(shown))
    : null;
}

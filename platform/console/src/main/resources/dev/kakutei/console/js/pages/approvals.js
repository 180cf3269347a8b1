import {h, renew} from '../dom.js';
import {get, requestPath} from '../api.js';
import {amount, t} from '../i18n.js';
import {comment, reviewButtons} from '../actions.js';
import {count} from '../frame.js';
import {every} from '../refresh.js';
import {to, toRequest} from '../router.js';
import {asOther} from '../session.js';
import {button, empty, facts, heading, since} from '../parts.js';
import {badge} from '../states.js';
import {summariseButton, summaryText} from '../summaries.js';

const TABS = ['pending_approval', 'returned'];

export async function open(main, {query}, signal) {
  const tab = TABS.includes(query.get('show')) ? query.get('show') : TABS[0];
  const cursor = query.get('cursor');
  const search = new URLSearchParams({state: tab, limit: '20', ...(cursor ? {cursor} : {})});
  const ask = async () => {
    const page = await get(`/requests?${search}`, signal);
    // The list does not show who submitted it, with what note; there are at most twenty of them.
    const whole = await Promise.all(page.requests.map(async one => {
      const client = asOther(one.client);
      const [alone, why] = await Promise.all([
        get(requestPath(one.idempotency_key, client), signal).catch(() => one),
        tab === 'returned' ? returnedWhy(one.idempotency_key, client, signal) : null]);
      return {...alone, why};
    }));
    if (!signal.aborted) draw(main, tab, cursor, page, whole, ask);
  };
  await every(4_000, signal, ask);
}

/** What the approver said is in the timeline alone; the latest return is the one that counts. */
async function returnedWhy(key, client, signal) {
  try {
    const {events} = await get(requestPath(key, client, '/events'), signal);
    return events.findLast(event => event.type === 'returned')?.fact?.comment ?? null;
  } catch {
    return null;
  }
}

function draw(main, tab, cursor, page, whole, again) {
  const next = page.next ? new URLSearchParams(page.next.split('?')[1]).get('cursor') : null;
  if (tab === 'pending_approval' && !cursor && !next) count('approvals', page.requests.length);
  renew(main,
    heading(t('nav.approvals')),
    h('p', {class: 'intro'}, t('approvals.intro')),
    h('nav', {class: 'tabs', 'aria-label': t('queue.show')}, TABS.map(name =>
      h('a', {href: to('approvals', [], {show: name}), 'aria-current': name === tab ? 'true' : null}, t(`state.${name}`)))),
    whole.length ? h('ul', {class: 'cases'}, whole.map(one => item(one, again))) : empty(t('approvals.none'), t('approvals.noneWhat')),
    h('nav', {class: 'paging', 'aria-label': t('requests.paging')},
      cursor ? h('a', {class: 'button', href: to('approvals', [], {show: tab})}, t('requests.first')) : null,
      next ? h('a', {class: 'button', href: to('approvals', [], {show: tab, cursor: next})}, t('requests.older')) : null));
}

function item(one, again) {
  const client = asOther(one.client);
  const approval = one.approval ?? {};
  return h('li', {class: 'card case', 'data-key': one.request_id},
    h('div', {class: 'case-head'},
      h('h2', {}, h('a', {class: 'key', href: toRequest(one.idempotency_key, client)}, one.idempotency_key)),
      badge(one.state), h('span', {class: 'amount big'}, amount(one.amount, one.currency)),
      h('span', {class: 'faint'}, t('queue.since'), ' ', since(approval.requested_at ?? one.updated_at))),
    h('div', {class: 'case-body'},
      h('section', {}, one.summary ? [h('h3', {}, t('summary.of', {n: approval.version ?? 1})), summaryText(one.summary)] : null,
        h('h3', {}, t('approval.note')),
        approval.note ? h('blockquote', {}, approval.note) : h('p', {class: 'faint'}, t('approval.noNote')),
        one.state === 'returned' && one.why ? [h('h3', {}, t('approval.returnedWhy')), h('blockquote', {}, one.why)] : null),
      h('section', {}, h('h3', {}, t('approval.what')), facts([
        [t('approval.status'), t(`approval.status.${approval.status ?? 'PENDING'}`)],
        [t('approval.by'), approval.submitted_by ?? one.client ?? '–'],
        [t('col.kind'), t(`kind.${one.kind}`)], [t('col.gateway'), one.gateway],
        approval.policy ? [t('approval.policy'), approval.policy] : null,
        [t('approval.version'), String(approval.version ?? 1)],
        [t('approval.comments'), String(approval.comments ?? 0)],
      ]),
      h('div', {class: 'buttons'}, reviewButtons(one, client, again),
        summariseButton(one, client, again),
        button(t('action.comment'), {'data-action': 'comment', onclick: () => comment(one, client, again)}, 'note'),
        h('a', {class: 'button', href: toRequest(one.idempotency_key, client)}, t('queue.look'))))));
}

import {h, renew} from '../dom.js';
import {get} from '../api.js';
import {amount, t} from '../i18n.js';
import {advice, cause} from '../advice.js';
import {count} from '../frame.js';
import {every} from '../refresh.js';
import {go, to, toRequest} from '../router.js';
import {asOther, gateway, may} from '../session.js';
import {button, empty, facts, heading, since} from '../parts.js';
import {badge} from '../states.js';
import {DANGER, image, actListed, reporting} from '../actions.js';

const TABS = ['verification_failed', 'held', 'returned', 'all'];
const ACTIONS = {verification_failed: ['settle_succeeded', 'settle_failed', 'verify_now', 'send_again'], held: ['release', 'cancel'], returned: ['cancel']};

export async function open(main, {query}, signal) {
  const tab = TABS.includes(query.get('show')) ? query.get('show') : 'verification_failed';
  const cursor = query.get('cursor');
  const filter = tab === 'all' ? {waiting_for_person: 'true'} : {state: tab};
  const search = new URLSearchParams({...filter, limit: '20', ...(cursor ? {cursor} : {})});
  const ask = async () => {
    const page = await get(`/requests?${search}`, signal);
    if (!signal.aborted) draw(main, tab, cursor, page, ask);
  };
  await every(4_000, signal, ask);
}

function draw(main, tab, cursor, page, again) {
  const next = page.next ? new URLSearchParams(page.next.split('?')[1]).get('cursor') : null;
  if (tab === 'all' && !cursor && !next) count('queue', page.requests.length);
  renew(main,
    heading(t('nav.queue')),
    h('p', {class: 'intro'}, t('queue.intro')),
    h('nav', {class: 'tabs', 'aria-label': t('queue.show')}, TABS.map(name =>
      h('a', {href: to('queue', [], {show: name}), 'aria-current': name === tab ? 'true' : null}, name === 'all' ? t('queue.all') : t(`state.${name}`)))),
    page.requests.length
      ? h('ul', {class: 'cases'}, page.requests.map(one => item(one, again)))
      : empty(t('queue.none'), t('queue.noneWhat')),
    h('nav', {class: 'paging', 'aria-label': t('requests.paging')},
      cursor ? h('a', {class: 'button', href: to('queue', [], {show: tab})}, t('requests.first')) : null,
      next ? h('a', {class: 'button', href: to('queue', [], {show: tab, cursor: next})}, t('requests.older')) : null));
}

function item(one, again) {
  const client = asOther(one.client);
  return h('li', {class: 'card case', 'data-key': one.request_id},
    h('div', {class: 'case-head'},
      h('h2', {}, h('a', {class: 'key', href: toRequest(one.idempotency_key, client)}, one.idempotency_key)),
      badge(one.state), h('span', {class: 'amount big'}, amount(one.amount, one.currency)), h('span', {class: 'faint'}, t('queue.since'), ' ', since(one.updated_at))),
    h('div', {class: 'case-body'},
      h('section', {}, h('h3', {}, t('queue.known')), one.reason ? h('blockquote', {}, one.reason) : h('p', {}, t(`state.${one.state}.say`)), facts([
        [t('col.kind'), t(`kind.${one.kind}`)], [t('col.gateway'), one.gateway], one.client ? [t('col.client'), one.client] : null,
        [t('col.attempts'), String(one.attempts ?? 0)],
        one.verification_attempts ? [t('request.inquiries'), String(one.verification_attempts)] : null,
        one.gateway_status_code ? [t('request.lastStatus'), `HTTP ${one.gateway_status_code}`] : null,
        one.gateway_reference ? [t('event.reference'), h('code', {}, one.gateway_reference)] : null,
      ])),
      h('section', {}, h('h3', {}, t('queue.todo')), h('p', {'data-cause': cause(one)}, advice(one)),
        h('div', {class: 'buttons'}, actions(one, client, again)))));
}

function actions(one, client, again) {
  const look = h('a', {class: 'button', href: toRequest(one.idempotency_key, client)}, t('queue.look'));
  if (!may('operator')) return [look];
  const possible = (ACTIONS[one.state] ?? [])
    .filter(action => !one.allowed || one.allowed.includes(action))
    .filter(action => action !== 'verify_now' || gateway(one.gateway)?.can_be_asked !== false);
  return [...possible.map(action => button(t(`action.${action}`), {
    'data-action': action, 'data-key': action, class: DANGER.has(action) ? 'careful' : '', onclick: event => reporting(event.currentTarget, actListed(action, one, client, again)),
  }, image(action))), look];
}

import {h, renew} from '../dom.js';
import {get, maybe} from '../api.js';
import {icon} from '../icons.js';
import {amount, number, short, t, words} from '../i18n.js';
import {waits} from '../frame.js';
import {flow, flowList} from '../flow.js';
import {every} from '../refresh.js';
import {nice, spark} from '../spark.js';
import {to, toRequest} from '../router.js';
import {asOther} from '../session.js';
import {card, empty, heading, notOffered, since} from '../parts.js';
import {badge} from '../states.js';
import {alertRow} from './alerts.js';

const SPAN = 5 * 60_000;
const history = [];

export async function open(main, place, signal) {
  const seen = {};
  let round = 0;
  await every(2_000, signal, async () => {
    seen.overview = await maybe('/overview', signal);
    if (round++ % 3 === 0) {
      seen.alerts = await maybe('/alerts?open=true', signal).catch(() => null);
      seen.waiting = await get('/requests?waiting_for_person=true&limit=6', signal).catch(() => null);
    }
    if (signal.aborted) return;
    if (seen.overview) remember(seen.overview);
    if (seen.overview && seen.alerts) seen.overview = {alerts_open: seen.alerts.alerts.length, ...seen.overview};
    draw(main, seen);
  });
}

function remember(overview) {
  const at = Date.parse(overview.at) || Date.now();
  if (history.length && history[history.length - 1].at >= at) return;
  history.push({at, accepted: overview.accepted_per_second ?? 0, settled: overview.settled_per_second ?? 0});
  while (history.length && history[0].at < at - SPAN) history.shift();
}

function draw(main, {overview, alerts, waiting}) {
  if (!overview) return renew(main, heading(t('nav.overview')), notOffered());
  waits(overview);
  renew(main,
    heading(t('nav.overview'), services(overview.services ?? [])),
    figures(overview),
    card(t('overview.flow'), {class: 'wide'}, flow(overview), flowList(overview)),
    h('div', {class: 'columns'},
      card(t('overview.throughput'), {}, throughput(overview)),
      card(t('overview.waiting'), {}, people(waiting, overview)),
      card(t('overview.alerts'), {}, latest(alerts))),
    card(t('overview.gateways'), {class: 'wide'}, gateways(overview.gateways ?? [])));
}

function figures(overview) {
  const open = Object.entries(overview.states ?? {})
    .filter(([state]) => ['accepted', 'sending', 'retrying', 'verifying'].includes(state))
    .reduce((sum, [, n]) => sum + n, 0);
  return h('ul', {class: 'figures'},
    figure('overview.open', short(open), to('requests', [], {state: 'accepted,sending,retrying,verifying'})),
    figure('overview.oldest', overview.oldest_open_at ? since(overview.oldest_open_at) : '–'),
    figure('overview.doubt', short(overview.pending_verification ?? 0),
      to('requests', [], {pending_verification: 'true'}), overview.pending_verification > 10 ? 'doubt' : ''),
    figure('overview.person', short(overview.waiting_for_person ?? 0), to('queue'), overview.waiting_for_person > 0 ? 'person' : ''),
    figure('overview.alertsOpen', short(overview.alerts_open ?? 0), to('alerts'), overview.alerts_open > 0 ? 'bad' : ''));
}

function figure(key, value, href, tone) {
  const inside = [h('span', {class: 'what'}, t(key)), h('span', {class: 'n'}, value)];
  return h('li', {class: tone ? `tone-${tone}` : null}, href ? h('a', {href}, inside) : h('div', {}, inside));
}

function services(list) {
  const failing = list.filter(one => !one.ready || one.problems?.length);
  if (!list.length) return null;
  return h('details', {class: `services ${failing.length ? 'tone-bad' : 'tone-good'}`},
    h('summary', {}, icon(failing.length ? 'warn' : 'ok'),
      failing.length ? t('overview.withProblems', {n: failing.length}) : t('overview.ready', {n: list.length})),
    h('ul', {}, list.map(one => h('li', {},
      h('span', {class: 'strong'}, one.name), ' ', h('code', {}, one.instance ?? ''), ' ',
      one.ready ? t('service.ready') : t('service.notReady'), ' · ', since(one.seen_at),
      one.problems?.length ? h('ul', {}, one.problems.map(text => h('li', {}, text))) : null))));
}

function throughput(overview) {
  const top = nice(Math.max(1, ...history.map(point => Math.max(point.accepted, point.settled))));
  return h('div', {class: 'throughput'},
    h('div', {class: 'legend'},
      h('span', {class: 'accepted'}, t('spark.accepted'), ' ', h('b', {}, number(overview.accepted_per_second ?? 0, 1)), t('spark.perSecond')),
      h('span', {class: 'settled'}, t('spark.settled'), ' ', h('b', {}, number(overview.settled_per_second ?? 0, 1)), t('spark.perSecond'))),
    h('div', {class: 'plot'}, spark(history, SPAN), h('span', {class: 'axis', 'aria-hidden': 'true'}, number(top))),
    h('p', {class: 'faint'}, t('spark.span')));
}

function people(waiting, overview) {
  const list = waiting?.requests ?? [];
  if (!list.length) return empty(overview.waiting_for_person ? t('app.loading') : t('queue.none'), t('queue.noneWhat'));
  return [
    h('ul', {class: 'rows double'}, list.slice(0, 5).map(one => h('li', {'data-key': one.request_id},
      h('a', {class: 'key', href: toRequest(one.idempotency_key, asOther(one.client))}, one.idempotency_key), since(one.updated_at),
      badge(one.state), h('span', {class: 'amount'}, amount(one.amount, one.currency))))),
    h('p', {class: 'more'}, h('a', {href: to('queue')}, t('overview.all', {n: overview.waiting_for_person ?? list.length}))),
  ];
}

function latest(alerts) {
  if (alerts === null || alerts === undefined) return notOffered();
  if (!alerts.alerts.length) return empty(t('alerts.none'), t('alerts.noneWhat'));
  return h('ul', {class: 'rows double'}, alerts.alerts.slice(0, 5).map(alertRow));
}

const BREAKERS = {closed: ['good', 'ok'], open: ['bad', 'no'], half_open: ['doubt', 'wait'], unknown: ['calm', 'ask']};

function gateways(list) {
  if (!list.length) return empty(t('overview.noGateways'), t('overview.noGatewaysWhat'), 'ask');
  return h('ul', {class: 'gateways'}, list.map(one => {
    const [tone, image] = BREAKERS[one.breaker] ?? BREAKERS.unknown;
    return h('li', {class: 'gateway', 'data-key': one.name},
      h('div', {class: 'gateway-head'},
        h('a', {class: 'strong', href: to('requests', [], {gateway: one.name})}, one.name),
        h('span', {class: `badge tone-${tone}`}, icon(image), t(`breaker.${one.breaker ?? 'unknown'}`))),
      h('p', {class: 'faint'}, words('class', one.class)),
      load(one),
      h('dl', {class: 'mini'},
        pair(t('gateway.calls'), number(one.calls_per_minute ?? 0)),
        pair(t('gateway.errors'), number(one.errors_per_minute ?? 0), one.errors_per_minute > 0 ? 'bad' : ''),
        pair(t('gateway.unknown'), number(one.unknown_per_minute ?? 0), one.unknown_per_minute > 0 ? 'doubt' : ''),
        pair(t('gateway.waiting'), number(one.waiting ?? 0)),
        pair(t('gateway.last'), since(one.last_call_at))));
  }));
}

function load({name, in_flight: busy = 0, limit = 0}) {
  if (!limit) return null;
  return h('div', {class: 'load'},
    h('div', {class: 'track', role: 'meter', 'aria-label': t('gateway.load', {name}), 'aria-valuemin': 0, 'aria-valuemax': limit, 'aria-valuenow': busy},
      h('span', {vars: {'--part': Math.min(1, busy / limit)}})),
    h('span', {class: 'faint'}, t('gateway.inFlight', {busy, limit})));
}

const pair = (name, value, tone) => h('div', {class: tone ? `tone-${tone}` : null}, h('dt', {}, name), h('dd', {}, value));

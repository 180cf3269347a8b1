import {h, renew} from '../dom.js';
import {maybe} from '../api.js';
import {icon} from '../icons.js';
import {number, t, words} from '../i18n.js';
import {count} from '../frame.js';
import {every} from '../refresh.js';
import {to, toRequest} from '../router.js';
import {asOther} from '../session.js';
import {at, empty, heading, notOffered, since} from '../parts.js';

const TONES = {high: 'bad', medium: 'doubt', low: 'calm'};

export async function open(main, {query}, signal) {
  const all = query.get('show') === 'all';
  await every(5_000, signal, async () => {
    const answer = await maybe(all ? '/alerts' : '/alerts?open=true', signal);
    if (signal.aborted) return;
    if (answer && !all) count('alerts', answer.alerts.length);
    renew(main, heading(t('nav.alerts')),
      h('p', {class: 'intro'}, t('alerts.intro')),
      h('nav', {class: 'tabs', 'aria-label': t('queue.show')},
        h('a', {href: to('alerts'), 'aria-current': all ? null : 'true'}, t('alerts.open')),
        h('a', {href: to('alerts', [], {show: 'all'}), 'aria-current': all ? 'true' : null}, t('alerts.all'))),
      answer === null ? notOffered() : answer.alerts.length ? table(answer.alerts) : empty(t('alerts.none'), t('alerts.noneWhat')));
  });
}

export function severity(alert) {
  const word = String(alert.severity ?? 'low').toLowerCase();
  return h('span', {class: `badge tone-${alert.resolved_at ? 'ended' : TONES[word] ?? 'calm'}`}, icon(alert.resolved_at ? 'ok' : 'warn'),
    alert.resolved_at ? t('alerts.resolved') : t(`severity.${word}`));
}

const cause = alert => words('cause', alert.cause);

/** One line of the overview. */
export function alertRow(alert) {
  return h('li', {'data-key': alert.id},
    h('a', {href: subject(alert) ?? to('alerts')}, cause(alert)), since(alert.last_at),
    severity(alert), h('span', {class: 'faint'}, [alert.gateway, alert.count > 1 ? `×${number(alert.count)}` : null].filter(Boolean).join(' · ')));
}

function subject(alert) {
  return alert.idempotency_key ? toRequest(alert.idempotency_key, asOther(alert.client)) : null;
}

function table(alerts) {
  return h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('nav.alerts')},
    h('table', {class: 'list alerts'},
      h('caption', {class: 'unseen'}, t('nav.alerts')),
      h('thead', {}, h('tr', {}, ['severity', 'cause', 'gateway', 'request', 'count', 'first', 'last'].map(name => h('th', {scope: 'col'}, t(`col.${name}`))))),
      h('tbody', {}, alerts.map(alert => h('tr', {'data-key': alert.id},
        h('td', {}, severity(alert)),
        h('th', {scope: 'row'}, h('span', {class: 'strong'}, cause(alert)), h('p', {class: 'summary-text'}, alert.summary)),
        h('td', {}, alert.gateway ?? '–'),
        h('td', {}, subject(alert) ? h('a', {class: 'key', href: subject(alert)}, alert.idempotency_key) : '–'),
        h('td', {}, number(alert.count ?? 1)),
        h('td', {class: 'when'}, at(alert.first_at)),
        h('td', {class: 'when'}, alert.resolved_at ? at(alert.resolved_at) : since(alert.last_at)))))));
}

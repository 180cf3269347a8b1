import {h, renew, say} from '../dom.js';
import {get} from '../api.js';
import {amount, family, t} from '../i18n.js';
import {every} from '../refresh.js';
import {go, to, toRequest} from '../router.js';
import {asOther, gateways, seesAll} from '../session.js';
import {at, button, empty, field, heading, problem, select, since, waiting} from '../parts.js';
import {STATES, badge} from '../states.js';
import {icon} from '../icons.js';

const FILTERS = ['state', 'kind', 'gateway', 'client', 'currency', 'min_amount', 'max_amount', 'from', 'to', 'pending_verification', 'waiting_for_person'];
const LIMIT = 50;

export async function open(main, {query}, signal) {
  const asked = Object.fromEntries(FILTERS.map(name => [name, query.get(name)]).filter(([, value]) => value));
  const cursor = query.get('cursor');
  const results = () => main.querySelector('#results');
  renew(main, heading(t('nav.requests'), byKey()), filters(asked), h('div', {id: 'results', 'aria-busy': 'true'}, results()?.childElementCount ? [...results().childNodes] : waiting()));
  const search = new URLSearchParams({...asked, limit: String(LIMIT), ...(cursor ? {cursor} : {})});
  const ask = async () => {
    try {
      const page = await get(`/requests?${search}`, signal);
      if (!signal.aborted) draw(results(), page, asked, cursor);
    } catch (e) {
      if (signal.aborted || e.status === 401) throw e;
      renew(results(), problem(e));
    }
    results()?.setAttribute('aria-busy', 'false');
  };
  // An older page stays as it was read; the newest one follows what happens.
  if (cursor) await ask();
  else await every(5_000, signal, ask);
  say(t('requests.shown', {n: results()?.querySelectorAll('tbody tr').length ?? 0}));
}

function byKey() {
  const input = h('input', {id: 'by-key', name: 'by-key', type: 'search', autocomplete: 'off', spellcheck: 'false', 'aria-label': t('requests.byKey'), placeholder: t('requests.byKey'), required: true});
  return h('form', {
    role: 'search', class: 'by-key', 'aria-label': t('requests.byKey'),
    onsubmit: event => {
      event.preventDefault();
      // Two clients may use the same key: whose it is, is what the filter says.
      go(to('request', [input.value.trim()], {client: document.getElementById('f-client')?.value.trim()}));
    },
  }, input, h('button', {type: 'submit', class: 'button', 'aria-label': t('requests.open')}, icon('search')));
}

function filters(asked) {
  const apply = event => {
    event?.preventDefault();
    const form = document.getElementById('filters');
    const wanted = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));
    for (const name of ['from', 'to']) if (wanted[name]) wanted[name] = new Date(wanted[name]).toISOString();
    if (wanted.state === 'person') {
      delete wanted.state;
      wanted.waiting_for_person = 'true';
    }
    if (wanted.currency) wanted.currency = wanted.currency.toUpperCase();
    go(to('requests', [], wanted));
  };
  const text = (name, type = 'text', attributes = {}) => h('input', {id: `f-${name}`, name, type, value: asked[name] ?? '', autocomplete: 'off', ...attributes});
  const known = gateways().map(one => one.name);
  const any = ['', t('filter.any')];
  return h('form', {id: 'filters', class: 'filters', onsubmit: apply, 'aria-label': t('filter.label')},
    field(t('filter.state'), pick('state', stateOptions(asked.state), asked.waiting_for_person ? 'person' : asked.state, apply)),
    field(t('filter.kind'), pick('kind', [any, ...family('kind')], asked.kind, apply)),
    field(t('filter.gateway'), known.length
      ? pick('gateway', [any, ...known.map(name => [name, name])], asked.gateway, apply)
      : text('gateway')),
    seesAll() ? field(t('filter.client'), text('client')) : null,
    field(t('filter.min'), text('min_amount', 'text', {inputmode: 'decimal'})),
    field(t('filter.max'), text('max_amount', 'text', {inputmode: 'decimal'})),
    field(t('filter.currency'), text('currency', 'text', {maxlength: '3', class: 'upper'})),
    field(t('filter.from'), text('from', 'datetime-local', {value: local(asked.from)})),
    field(t('filter.to'), text('to', 'datetime-local', {value: local(asked.to)})),
    field(t('filter.doubt'), pick('pending_verification', [any, ['true', t('filter.yes')], ['false', t('filter.no')]], asked.pending_verification, apply)),
    h('div', {class: 'filter-end'},
      h('button', {type: 'submit', class: 'button primary'}, icon('search'), t('filter.go')),
      Object.keys(asked).length ? h('a', {class: 'button', href: to('requests')}, t('filter.clear')) : null));
}

const pick = (name, options, chosen, apply) => select(`f-${name}`, options, chosen, {name, onchange: apply});

function stateOptions(asked) {
  const options = [['', t('filter.any')], ['person', t('filter.person')], ...Object.keys(STATES).map(state => [state, t(`state.${state}`)])];
  if (asked && !STATES[asked]) options.push([asked, asked.split(',').map(state => t(`state.${state}`)).join(', ')]);
  return options;
}

/** As an input for local time wants it. */
function local(iso) {
  if (!iso || Number.isNaN(Date.parse(iso))) return '';
  const date = new Date(iso);
  return new Date(date - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function draw(place, page, asked, cursor) {
  if (!place) return;
  const rows = page.requests ?? [];
  const next = page.next ? new URLSearchParams(page.next.split('?')[1]).get('cursor') : null;
  renew(place,
    rows.length ? table(rows) : empty(t('requests.none'), t(Object.keys(asked).length ? 'requests.noneFiltered' : 'requests.noneAtAll'), 'search'),
    page.searched_back_to ? h('p', {class: 'note'}, t('requests.searchedBack'), ' ', at(page.searched_back_to)) : null,
    h('nav', {class: 'paging', 'aria-label': t('requests.paging')},
      cursor ? h('a', {class: 'button', href: to('requests', [], asked)}, t('requests.first')) : null,
      cursor ? button(t('requests.back'), {onclick: () => history.back()}, 'back') : null,
      next ? h('a', {class: 'button', id: 'older', href: to('requests', [], {...asked, cursor: next})}, page.searched_back_to ? t('requests.goOn') : t('requests.older')) : null));
}

function table(rows) {
  const whose = rows.some(one => one.client);
  return h('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('requests.results')},
    h('table', {class: 'list'},
      h('caption', {class: 'unseen'}, t('requests.results')),
      h('thead', {}, h('tr', {}, [t('col.key'), t('col.state'), t('col.kind'), t('col.amount'), t('col.gateway'), whose ? t('col.client') : null, t('col.attempts'), t('col.accepted'), t('col.updated')]
        .filter(name => name !== null).map((name, i) => h('th', {scope: 'col', class: i === 3 ? 'right' : null}, name)))),
      h('tbody', {}, rows.map(one => row(one, whose)))));
}

function row(one, whose) {
  return h('tr', {'data-key': one.request_id},
    h('th', {scope: 'row'}, h('a', {class: 'key', href: toRequest(one.idempotency_key, asOther(one.client))}, one.idempotency_key)),
    h('td', {}, badge(one.state), one.contradicted ? h('span', {class: 'badge tone-bad'}, icon('warn'), t('request.contradicted')) : null),
    h('td', {}, t(`kind.${one.kind}`)),
    h('td', {class: 'right amount'}, amount(one.amount, one.currency)),
    h('td', {}, one.gateway),
    whose ? h('td', {}, one.client) : null,
    h('td', {}, String(one.attempts ?? 0), one.gateway_status_code ? h('span', {class: 'faint'}, ` · HTTP ${one.gateway_status_code}`) : null),
    h('td', {class: 'when'}, at(one.accepted_at)),
    h('td', {class: 'when'}, since(one.updated_at)));
}

import {h, renew, say} from '../dom.js';
import {freshKey, maybe, post} from '../api.js';
import {amount, family, language, number, t, words} from '../i18n.js';
import {ACTIONS} from '../actions.js';
import {every} from '../refresh.js';
import {gateways} from '../session.js';
import {at, button, card, check, empty, field, heading, notOffered, problem, select, since} from '../parts.js';
import {STATES, badge} from '../states.js';
import {toRequest} from '../router.js';
import {asOther} from '../session.js';
import {confirm} from '../dialog.js';
import {icon} from '../icons.js';
import {span} from '../time.js';

export async function open(main, place, signal) {
  const seen = {jobs: null, preview: null, error: null};
  let busy = false;
  const redraw = () => signal.aborted || draw(main, seen, {preview, accept, run, change});
  const ask = async () => {
    seen.jobs = await maybe('/bulk-actions', signal);
    busy = seen.jobs?.bulk_actions?.some(job => job.state === 'running') ?? false;
    redraw();
  };
  const guarded = async work => {
    seen.error = null;
    try {
      await work();
    } catch (e) {
      seen.error = e;
    }
    redraw();
  };
  const preview = job => guarded(async () => {
    seen.preview = null;
    // What is started from this preview is one job, however often it has to be asked for.
    seen.preview = {...(await post('/bulk-actions', {...job, preview: true})).body, job, key: freshKey()};
    say(t('bulk.found', {n: seen.preview.count}));
  });
  const accept = accepted => {
    seen.preview.accepted = accepted;
    redraw();
  };
  /** Throws where it was not started, or no answer came: the dialog says so, and may ask again. */
  const run = async (job, key) => {
    await post('/bulk-actions', job, {'Idempotency-Key': key});
    seen.preview = null;
    say(t('bulk.started'));
    await guarded(ask);
  };
  const change = (id, what) => guarded(async () => {
    await post(`/bulk-actions/${encodeURIComponent(id)}/${what}`, {});
    await ask();
  });
  await every(() => (busy ? 1_000 : 5_000), signal, ask);
}

function draw(main, seen, acts) {
  if (seen.jobs === null) return renew(main, heading(t('nav.bulk')), notOffered());
  renew(main, heading(t('nav.bulk')),
    h('p', {class: 'intro'}, t('bulk.intro')),
    h('div', {class: 'bulk'},
      card(t('bulk.new'), {}, form(acts), seen.error ? problem(seen.error) : null),
      card(t('bulk.preview'), {'aria-live': 'polite'}, seen.preview ? shown(seen.preview, acts) : empty(t('bulk.noPreview'), t('bulk.noPreviewWhat'), 'search'))),
    card(t('bulk.jobs'), {class: 'wide'}, jobs(seen.jobs.bulk_actions ?? [], acts)));
}

function form(acts) {
  const any = ['', t('filter.any')];
  const input = (name, attributes) => h('input', {id: `b-${name}`, name, autocomplete: 'off', ...attributes});
  return h('form', {
    id: 'bulk-form', class: 'filters', 'data-keep': language(),
    onsubmit: event => {
      event.preventDefault();
      acts.preview(jobOf(event.currentTarget));
    },
  },
  // Nothing is chosen by itself: an action that was not meant would be done many times.
  field(t('bulk.action'), select('b-action', [['', t('bulk.choose')], ...ACTIONS.map(action => [action, t(`action.${action}`)])], '', {name: 'action', required: true})),
  field(t('filter.state'), select('b-state', Object.keys(STATES).map(state => [state, t(`state.${state}`)]), 'verification_failed', {name: 'state'})),
  field(t('filter.kind'), select('b-kind', [any, ...family('kind')], '', {name: 'kind'})),
  field(t('filter.gateway'), gateways().length
    ? select('b-gateway', [any, ...gateways().map(one => [one.name, one.name])], '', {name: 'gateway'})
    : input('gateway', {})),
  field(t('filter.client'), input('client', {})),
  field(t('filter.min'), input('min_amount', {inputmode: 'decimal'})),
  field(t('filter.max'), input('max_amount', {inputmode: 'decimal'})),
  field(t('filter.currency'), input('currency', {maxlength: '3', class: 'upper'})),
  field(t('filter.from'), input('from', {type: 'datetime-local'})),
  field(t('filter.to'), input('to', {type: 'datetime-local'})),
  field(t('bulk.rate'), input('rate', {type: 'number', min: '1', max: '1000', value: '50', required: true}), {hint: t('bulk.rateHint')}),
  h('div', {class: 'span'}, field(t('action.reason'), h('textarea', {id: 'b-reason', name: 'reason', rows: '2', required: true, maxlength: '1000'}), {hint: t('action.reasonHint')})),
  h('div', {class: 'filter-end'}, h('button', {type: 'submit', class: 'button primary'}, icon('search'), t('bulk.look'))));
}

function jobOf(node) {
  const {action, reason, rate, ...rest} = Object.fromEntries(new FormData(node));
  const filter = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
  if (filter.currency) filter.currency = filter.currency.toUpperCase();
  for (const name of ['from', 'to']) if (filter[name]) filter[name] = new Date(filter[name]).toISOString();
  return {filter, action, reason: reason.trim(), rate_per_second: Number(rate)};
}

function shown(preview, acts) {
  const {count, complete = true, sample = [], refused = {}, risky, accepted = false, job: wanted} = preview;
  const atRisk = risky?.count ?? 0;
  // What is left out for its risk alone is listed apart from the rest.
  const risks = Object.values(risky?.gateways ?? {}).map(one => one.why);
  const no = Object.entries(refused).filter(([why]) => !risks.some(risk => why.startsWith(risk)));
  const going = Math.max(0, count - no.reduce((sum, [, n]) => sum + n, 0) - (accepted ? 0 : atRisk));
  return h('div', {class: 'preview'},
    h('p', {class: 'lead'}, complete ? '' : `${t('bulk.atLeast')} `, h('b', {class: 'huge', id: 'bulk-count'}, number(count)), ' ', t('bulk.match', {n: count})),
    h('p', {}, t('bulk.takes', {action: t(`action.${wanted.action}`), span: span((going / wanted.rate_per_second) * 1000)})),
    no.length ? h('div', {class: 'note warn'}, h('p', {}, t('bulk.refused')), h('ul', {}, no.map(([why, n]) => h('li', {}, `${number(n)} × ${why}`)))) : null,
    atRisk ? danger(preview, acts) : null,
    sample.length ? h('ul', {class: 'rows'}, sample.slice(0, 5).map(one => h('li', {}, h('a', {class: 'key', href: toRequest(one.idempotency_key, asOther(one.client))}, one.idempotency_key), one.state ? badge(one.state) : null, h('span', {class: 'amount'}, amount(one.amount, one.currency))))) : null,
    button(t('bulk.run', {n: going}), {class: 'danger', id: 'bulk-run', disabled: going === 0, onclick: () => sure(going, preview, acts)}, 'send'));
}

/** Those whose gateway may act twice, and the mark without which they are left out. One preview's mark is not another's. */
function danger({risky, accepted = false, key}, acts) {
  return h('div', {class: 'note warn', id: 'bulk-risky', 'data-key': key},
    h('p', {}, t('bulk.risky', {n: risky.count}), ' ', t(accepted ? 'bulk.riskyIn' : 'bulk.riskyOut')),
    h('ul', {}, Object.entries(risky.gateways).map(([name, one]) => h('li', {}, `${number(one.count)} × ${name}: `,
      one.examples.map((example, i) => [i ? ', ' : '', h('a', {class: 'key', href: toRequest(example.idempotency_key, asOther(example.client))}, example.idempotency_key)]),
      one.count > one.examples.length ? ', …' : ''))),
    check('bulk-accept', t('risk.accept'), {checked: accepted, onchange: event => acts.accept(event.currentTarget.checked)}));
}

function sure(going, {risky, accepted = false, job: wanted, key}, acts) {
  const job = accepted ? {...wanted, accept_second_effect: true} : wanted;
  return confirm({
    title: t('bulk.sure', {n: going}), yes: t('bulk.run', {n: going}), danger: true,
    body: [
      h('p', {}, t('bulk.sureWhat', {action: t(`action.${wanted.action}`), rate: wanted.rate_per_second})),
      accepted ? h('p', {class: 'note warn'}, t('bulk.sureRisky', {n: risky.count})) : null,
      h('blockquote', {}, wanted.reason),
    ],
    act: () => acts.run(job, accepted ? `${key}-accepted` : key),
  });
}

function jobs(list, acts) {
  if (!list.length) return empty(t('bulk.noJobs'), '', 'bulk');
  return h('ul', {class: 'jobs'}, list.map(job => h('li', {'data-key': job.id, 'data-state': job.state},
    h('div', {class: 'job-head'},
      h('span', {class: 'strong'}, words('action', String(job.action).toLowerCase())),
      h('span', {class: `badge tone-${{running: 'busy', paused: 'person', done: 'good'}[job.state] ?? 'ended'}`}, icon({running: 'send', paused: 'hold', done: 'ok'}[job.state] ?? 'no'), t(`job.${job.state}`)),
      h('span', {class: 'faint'}, job.by, ' · ', at(job.started_at)),
      h('span', {class: 'grow'}),
      controls(job, acts)),
    h('blockquote', {}, job.reason),
    job.accept_second_effect ? h('p', {class: 'note warn'}, t('bulk.accepted')) : null,
    progress(job))));
}

function progress(job) {
  const past = (job.done ?? 0) + (job.refused ?? 0) + (job.failed ?? 0);
  const left = job.state === 'running' && job.eta_seconds ? t('bulk.left', {span: span(job.eta_seconds * 1000)}) : '';
  return [
    h('progress', {max: String(Math.max(1, job.total)), value: past, 'aria-label': t('bulk.progress')}),
    h('p', {class: 'faint counts'},
      job.selecting ? t('bulk.selecting') : t('bulk.counts', {done: job.done ?? 0, total: job.total}),
      job.refused ? ` · ${t('bulk.countRefused', {n: job.refused})}` : '', job.failed ? ` · ${t('bulk.countFailed', {n: job.failed})}` : '', left ? ` · ${left}` : ''),
    job.cut ? h('p', {class: 'note warn'}, t('bulk.cut')) : null,
  ];
}

function controls(job, acts) {
  const make = (what, image) => button(t(`bulk.${what}`), {'data-job': what, onclick: () => acts.change(job.id, what)}, image);
  if (job.state === 'running') return [make('pause', 'hold'), make('cancel', 'no')];
  if (job.state === 'paused') return [make('resume', 'send'), make('cancel', 'no')];
  return null;
}

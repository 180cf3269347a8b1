import {h, renew, say} from '../dom.js';
import {Failure, get, requestPath} from '../api.js';
import {amount, number, t} from '../i18n.js';
import {follow} from '../stream.js';
import {comment, actionButtons, resubmit, reviewButtons} from '../actions.js';
import {card, empty, facts, heading, json, problem, since, at, button} from '../parts.js';
import {advice} from '../advice.js';
import {badge, settled} from '../states.js';
import {icon} from '../icons.js';
import {may, person} from '../session.js';
import {summariseButton, summaryText} from '../summaries.js';
import {timeline} from '../timeline.js';
import {to} from '../router.js';

export async function open(main, {parts: [key = ''], query}, signal) {
  const client = query.get('client');
  const seen = {key, client, live: 'waiting', events: [], request: null};
  let whole;
  try {
    whole = await read(seen, signal);
  } catch (e) {
    if (e instanceof Failure && e.status === 404) return renew(main, heading(key), empty(t('request.unknown'), t('request.unknownWhat'), 'search'));
    throw e;
  }
  const redraw = () => signal.aborted || draw(main, seen, moved);
  const moved = async answer => {
    redraw();
    await catchUp(seen, signal, answer?.action_id);
    redraw();
  };
  redraw();
  if (!whole) moved();
  // Not waited for: the page is there. A settled request may still be commented on or contradicted, but rarely.
  follow(requestPath(key, client, '/stream'), signal, (name, data) => heard(name, data, seen, moved), state => {
    seen.live = state;
    redraw();
    // It was settled before there was a stream that could have shown it.
    if (state === 'ended' && !settled(seen.request.state)) moved();
  });
}

/**
 * The stream is a moment ahead of what can be read: what is older than what was heard is not shown. A settled request has no
 * stream any more, so the result of an action requested here is looked for.
 */
async function catchUp(seen, signal, actionId) {
  for (let tries = 0; tries < 40 && !signal.aborted; tries++) {
    const fresh = await read(seen, signal).catch(() => false);
    if (fresh && (!actionId || seen.events.some(event => event.fact?.action_id === actionId))) return;
    await new Promise(done => setTimeout(done, 250));
  }
}

async function read(seen, signal) {
  const [request, events] = await Promise.all([
    get(requestPath(seen.key, seen.client), signal), get(requestPath(seen.key, seen.client, '/events'), signal)]);
  // The two are read apart: only what both of them know is shown, and an action is based on that; the rest is still to come.
  const last = events.events.at(-1)?.event_id ?? 0;
  const known = Math.min(last, request.last_event_id ?? last);
  if (known < newest(seen)) return false;
  seen.events = events.events.filter(event => event.event_id <= known);
  seen.request = {...request, last_event_id: known};
  return last === (request.last_event_id ?? last);
}

const newest = seen => seen.events.at(-1)?.event_id ?? 0;

function heard(name, data, seen, moved) {
  // A stream begins with how things stand: that may be further than what was read before it.
  if (name === 'state' && data.last_event_id > newest(seen)) moved();
  if (name !== 'change') return;
  if (data.event.event_id <= newest(seen)) return;
  seen.events = [...seen.events, data.event];
  // What is allowed now is not known before it is asked for.
  seen.request = {...seen.request, ...data.request, last_event_id: data.event.event_id, allowed: [], due_at: null};
  say(t('request.changed', {state: t(`state.${data.request.state}`)}));
  moved();
}

function draw(main, seen, moved) {
  const {request, events, client} = seen;
  const document = accepted(events);
  const full = document.request ? {...request, amount: document.amount, currency: document.currency} : request;
  renew(main,
    h('nav', {class: 'crumbs', 'aria-label': t('app.crumbs')}, h('a', {href: to('requests')}, icon('back'), t('nav.requests'))),
    heading(request.idempotency_key, live(seen)),
    h('div', {class: 'request'},
      h('div', {class: 'left'},
        standing(full),
        full.summary ? card(t('summary.of', {n: full.approval?.version ?? 1}), {}, summaryText(full.summary)) : null,
        acting(full, client, events, moved),
        card(t('request.known'), {}, known(full, document)),
        document.request ? card(t('request.document'), {class: 'folded'}, h('details', {}, h('summary', {}, t('request.showDocument')), json(document.request), h('p', {class: 'faint digest'}, 'SHA-256 ', h('code', {}, document.digest)))) : null),
      card(t('request.timeline', {n: events.length}), {class: 'right'}, timeline(events))));
}

/** The document as it was submitted last. What that version does not say, it does not have: nothing is left of those before. */
function accepted(events) {
  const {amount: sum, currency, expires_at, digest, request} = [...events].reverse().find(event => event.fact?.request)?.fact ?? {};
  const {client, traceparent} = events.find(event => event.type === 'accepted')?.fact ?? {};
  return {client, traceparent, amount: sum, currency, expires_at, digest, request};
}

function live({live: state, request}) {
  const over = state === 'ended' || settled(request.state);
  return h('span', {class: `live ${over ? 'over' : state}`}, over ? t('live.ended') : t(`live.${state}`));
}

function standing(request) {
  const advised = advice(request);
  return h('section', {class: 'card standing', 'aria-label': t('col.state')},
    h('div', {class: 'state-line'}, badge(request.state), request.contradicted ? h('span', {class: 'badge tone-bad'}, icon('warn'), t('request.contradicted')) : null,
      h('span', {class: 'big amount'}, amount(request.amount, request.currency))),
    h('p', {class: 'lead'}, t(`state.${request.state}.say`)),
    request.reason ? h('blockquote', {}, request.reason) : null,
    request.due_at && !settled(request.state)
      ? h('p', {class: 'timer'}, icon('wait'), h('span', {}, t(`due.${request.state}`)), ' ', h('time', {'data-due': request.due_at, datetime: request.due_at}, at(request.due_at).textContent))
      : null,
    advised ? h('div', {class: 'advice'}, h('p', {class: 'strong'}, t('advice.title')), h('p', {}, advised)) : null,
    request.contradicted ? h('div', {class: 'advice'}, h('p', {}, t('advice.contradicted'))) : null);
}

function acting(request, client, events, moved) {
  const actions = actionButtons(request, client, moved);
  const reviews = reviewButtons(request, client, moved);
  const own = request.state === 'returned' && may('submitter') && (!client || client === person()?.client);
  const more = [
    own ? button(t('action.resubmit'), {class: 'primary', 'data-action': 'resubmit', onclick: () => resubmit(request, accepted(events).request, client, moved)}, 'send') : null,
    request.allowed?.includes('comment') ? button(t('action.comment'), {'data-action': 'comment', onclick: () => comment(request, client, moved)}, 'note') : null,
    summariseButton(request, client, moved),
  ].filter(Boolean);
  if (!actions.length && !reviews.length && !more.length) return null;
  return card(t('request.actions'), {}, h('div', {class: 'buttons'}, reviews, more, actions));
}

function known(request, document) {
  const approval = request.approval;
  return facts([
    [t('col.kind'), t(`kind.${request.kind}`)],
    [t('col.gateway'), request.gateway],
    document.client ? [t('col.client'), document.client] : null,
    [t('col.accepted'), at(request.accepted_at)],
    [t('col.updated'), since(request.updated_at)],
    request.settled_at ? [t('col.settled'), at(request.settled_at)] : null,
    [t('col.attempts'), number(request.attempts ?? 0)],
    request.verification_attempts ? [t('request.inquiries'), number(request.verification_attempts)] : null,
    request.gateway_status_code ? [t('request.lastStatus'), `HTTP ${request.gateway_status_code}`] : null,
    request.last_error_code ? [t('request.lastError'), h('code', {}, request.last_error_code)] : null,
    request.gateway_reference ? [t('event.reference'), h('code', {}, request.gateway_reference)] : null,
    document.expires_at ? [t('request.expires'), at(document.expires_at)] : null,
    approval ? [t('approval.policy'), approval.policy ?? '–'] : null,
    approval ? [t('approval.status'), t(`approval.status.${approval.status}`)] : null,
    approval?.requested_at ? [t('approval.requestedAt'), at(approval.requested_at)] : null,
    approval?.approved_at ? [t('approval.approvedAt'), at(approval.approved_at)] : null,
    approval?.approved_by ? [t('approval.approvedBy'), approval.approved_by.split(':').slice(1).join(':') || approval.approved_by] : null,
    approval?.version ? [t('approval.version'), number(approval.version)] : null,
    approval?.note ? [t('approval.note'), h('blockquote', {}, approval.note)] : null,
    document.traceparent ? [t('request.trace'), h('code', {}, document.traceparent)] : null,
    [t('request.id'), h('code', {}, request.request_id)],
  ]);
}

// What a person may do with one request, each asked for once more, with a reason, and tied to the last event that was on
// the screen: a request that has moved on since is left alone by the server.

import {h, say} from './dom.js';
import {freshKey, get, post, requestPath} from './api.js';
import {amount, number, t} from './i18n.js';
import {button, check, facts, field, problem} from './parts.js';
import {confirm, reason} from './dialog.js';
import {badge} from './states.js';
import {gateway, may} from './session.js';
import {summaryText} from './summaries.js';

export const ACTIONS = ['settle_succeeded', 'settle_failed', 'send_again', 'verify_now', 'hold', 'release', 'cancel'];
export const DANGER = new Set(['settle_succeeded', 'settle_failed', 'send_again', 'cancel']);
const IMAGES = {settle_succeeded: 'ok', settle_failed: 'no', send_again: 'again', verify_now: 'ask', hold: 'hold', release: 'send', cancel: 'no', approve: 'ok', return: 'back', comment: 'note', attach_summary: 'note'};

export const image = action => IMAGES[action] ?? 'send';

/** What goes wrong outside of a dialog is shown beside the button, never lost. */
export async function reporting(node, work) {
  const place = node.closest('.card');
  try {
    await work;
  } catch (e) {
    place.append(problem(e));
  }
}

/** Buttons for what is allowed now. `moved` is called with the request as it is afterwards. */
export function actionButtons(request, client, moved) {
  const allowed = (request.allowed ?? []).filter(action => ACTIONS.includes(action));
  return allowed.map(action =>
    button(t(`action.${action}`), {'data-action': action, 'data-key': action, class: DANGER.has(action) ? 'careful' : '', onclick: event => reporting(event.currentTarget, act(action, request, client, moved))}, image(action)));
}

export async function act(action, request, client, moved) {
  const risky = Boolean(request.risks?.[action]);
  const body = [
    summary(request),
    h('p', {}, t(`action.${action}.what`, {gateway: request.gateway})),
    risky ? h('p', {class: 'note warn'}, t(`risk.${action}`, {gateway: request.gateway})) : action === 'send_again' ? sameKey(request) : null,
    // First, and so in focus: a space that was meant for the text must not set the mark.
    field(t('action.reason'), reason(), {hint: t('action.reasonHint')}),
    risky ? check('accept-second-effect', t('risk.accept'), {name: 'accept', required: true}) : null,
  ];
  const key = freshKey();
  const answer = await confirm({
    title: t(`action.${action}`), body, yes: t(`action.${action}`), danger: DANGER.has(action),
    act: form => post(requestPath(request.idempotency_key, client, '/actions'),
      {action, reason: form.elements.reason.value.trim(), based_on: request.last_event_id, ...(risky && form.elements.accept.checked ? {accept_second_effect: true} : {})},
      {'Idempotency-Key': key}),
  });
  if (answer) done(answer, moved);
}

function sameKey({gateway: name}) {
  return gateway(name)?.class === 'idempotent' ? h('p', {class: 'note'}, t('action.sameKey')) : null;
}

function summary(request, {version, digest} = {}) {
  return h('div', {class: 'summary'}, facts([
    [t('col.key'), h('code', {}, request.idempotency_key)],
    request.amount ? [t('col.amount'), amount(request.amount, request.currency)] : null,
    [t('col.gateway'), request.gateway],
    [t('col.state'), badge(request.state)],
    version ? [t('approval.version'), number(version)] : null,
    digest ? ['SHA-256', h('code', {}, digest)] : null,
  ]));
}

function done(answer, moved) {
  say(answer.status === 202 ? t('action.notYet') : t('action.done'));
  moved(answer.body);
}

/** Approve, return or comment. The comment is needed to return, and is all there is to a comment. */
export function reviewButtons(request, client, moved) {
  const list = [];
  if (request.state === 'pending_approval' && (may('approver') || request.allowed?.includes('approve'))) list.push('approve', 'return');
  return list.map(action => button(t(`action.${action}`), {'data-action': action, 'data-key': action, class: action === 'approve' ? 'primary' : '', onclick: event => reporting(event.currentTarget, review(action, request, client, moved))}, image(action)));
}

export async function review(action, request, client, moved) {
  const comment = reason('comment', {required: action === 'return'});
  const answer = await confirm({
    title: t(`action.${action}`), yes: t(`action.${action}`), danger: false,
    body: [summary(request, request.approval), request.summary ? summaryText(request.summary) : null, h('p', {}, t(`action.${action}.what`)), field(t(action === 'return' ? 'action.returnWhy' : 'action.comment'), comment)],
    act: form => {
      const text = form.elements.comment.value.trim();
      return post(requestPath(request.idempotency_key, client, `/${action}`), {based_on: request.last_event_id, ...(text ? {comment: text} : {})});
    },
  });
  if (answer) done(answer, moved);
}

export async function comment(request, client, moved) {
  const answer = await confirm({
    title: t('action.comment'), yes: t('action.comment'), danger: false,
    body: [field(t('action.commentText'), reason('text'))],
    act: form => post(requestPath(request.idempotency_key, client, '/comments'), {text: form.elements.text.value.trim()}),
  });
  if (answer) done(answer, moved);
}

/** The whole request, changed by its submitter and held again under the same key. */
export async function resubmit(request, document, client, moved) {
  const text = h('textarea', {id: 'document', name: 'document', rows: '12', class: 'mono', required: true, spellcheck: 'false'});
  text.value = JSON.stringify(document, null, 2);
  const note = h('textarea', {id: 'note', name: 'note', rows: '2', maxlength: '1000'});
  const answer = await confirm({
    title: t('action.resubmit'), yes: t('action.resubmit'), danger: false,
    body: [h('p', {}, t('action.resubmit.what')), field(t('action.document'), text), field(t('action.note'), note)],
    act: () => {
      let read;
      try {
        read = JSON.parse(text.value);
      } catch (e) {
        throw new Error(t('action.notJson', {why: e.message}));
      }
      return post(requestPath(request.idempotency_key, client, '/resubmit'),
        {based_on: request.last_event_id, request: read, ...(note.value.trim() ? {note: note.value.trim()} : {})});
    },
  });
  if (answer) done(answer, moved);
}

/** From a list: looks at the request as it is now, then asks. */
export async function actListed(action, listed, client, moved) {
  const fresh = await get(requestPath(listed.idempotency_key, client));
  return act(action, fresh, client, moved);
}

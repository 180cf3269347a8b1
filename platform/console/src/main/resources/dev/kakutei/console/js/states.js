// The ledger's thirteen states, and how each is drawn. The tone is a colour; the icon and the words say the same without.

import {h} from './dom.js';
import {icon} from './icons.js';
import {t} from './i18n.js';

export const STATES = {
  accepted: {tone: 'calm', icon: 'inbox'},
  pending_approval: {tone: 'person', icon: 'approvals'},
  returned: {tone: 'person', icon: 'back'},
  held: {tone: 'person', icon: 'hold'},
  sending: {tone: 'busy', icon: 'send'},
  retrying: {tone: 'doubt', icon: 'again'},
  verifying: {tone: 'doubt', icon: 'ask'},
  verification_failed: {tone: 'bad', icon: 'person'},
  succeeded: {tone: 'good', icon: 'ok'},
  failed: {tone: 'ended', icon: 'no'},
  aborted: {tone: 'ended', icon: 'no'},
  expired: {tone: 'ended', icon: 'wait'},
  cancelled: {tone: 'ended', icon: 'no'},
};

export const OPEN = ['accepted', 'sending', 'retrying', 'verifying'];
export const PERSON = ['verification_failed', 'held', 'pending_approval', 'returned'];
export const SETTLED = ['succeeded', 'failed', 'aborted', 'expired', 'cancelled'];

export const settled = state => SETTLED.includes(state);

export function badge(state) {
  const look = STATES[state] ?? {tone: 'calm', icon: 'ask'};
  return h('span', {class: `badge tone-${look.tone}`, title: t(`state.${state}.say`)}, icon(look.icon), t(`state.${state}`));
}

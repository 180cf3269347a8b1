// The life of requests as a picture: where they are now, and where they go. Each state is a link to its requests.

import {h, svg} from './dom.js';
import {short, t} from './i18n.js';
import {to} from './router.js';
import {STATES} from './states.js';

const W = 160;
const H = 58;
const PLACES = {
  accepted: [118, 34], sending: [352, 34], retrying: [352, 124], verifying: [590, 124],
  pending_approval: [26, 232], returned: [196, 232], held: [366, 232], verification_failed: [590, 232],
};
const ENDS = ['succeeded', 'failed', 'aborted', 'expired', 'cancelled'];

export function flow(overview) {
  const states = overview.states ?? {};
  const minute = overview.settled_last_minute ?? {};
  return svg('svg', {class: 'flow', viewBox: '0 26 1100 284', role: 'group', 'aria-label': t('flow.label')},
    svg('rect', {class: 'band', x: 12, y: 204, width: 752, height: 98, rx: 12}),
    svg('text', {class: 'band-name', x: 276, y: 223, 'text-anchor': 'middle'}, t('flow.person')),
    edges(overview, states, minute),
    inward(overview),
    Object.entries(PLACES).map(([state, [x, y]]) => node(state, x, y, states[state] ?? 0)),
    ends(states, minute));
}

function edges({accepted_per_second: rate = 0}, states, minute) {
  const done = (minute.succeeded ?? 0) / 60;
  const refused = (minute.failed ?? 0) / 60;
  const some = n => (n > 0 ? 0.5 : 0);
  return svg('g', {'aria-hidden': 'true'},
    edge('M58 63H112', rate), edge('M278 63H346', rate),
    edge('M512 63H822', done, 'good'),
    edge('M412 92V118', some(states.retrying)), edge('M444 124V98', some(states.retrying)),
    edge('M512 76C620 76 652 86 660 118', some(states.verifying)),
    edge('M750 146C790 142 776 76 822 72', some(states.verifying), 'good'),
    edge('M750 158C790 160 782 128 822 126', refused),
    edge('M666 182V226', some(states.verification_failed), 'bad'),
    edge('M750 261C800 261 770 150 822 138', 0),
    edge('M160 92C160 168 102 150 102 226', some(states.pending_approval)),
    edge('M186 262H194', 0), edge('M440 182V226', some(states.held)));
}

/** Faster dots for a higher rate, on a scale where ten times as many look twice as fast. */
function edge(path, rate, tone = '') {
  const seconds = rate > 0 ? Math.max(0.5, 3 - Math.log2(1 + rate) * 0.35) : 0;
  return svg('g', {class: `edge ${tone}`},
    svg('path', {class: 'line', d: path}),
    rate > 0 ? svg('path', {class: 'moves', d: path, vars: {'--lap': `${seconds.toFixed(2)}s`}}) : null);
}

function inward({accepted_per_second: rate}) {
  return svg('g', {class: 'inward'},
    svg('text', {x: 10, y: 56, class: 'rate'}, rate === undefined ? '' : t('flow.in')),
    svg('text', {x: 10, y: 76, class: 'rate strong'}, rate === undefined ? '–' : t('flow.perSecond', {n: round(rate)})));
}

function node(state, x, y, n) {
  const tone = n > 0 ? STATES[state].tone : 'none';
  return svg('a', {class: `node tone-${tone}`, href: to('requests', [], {state}), 'data-key': state},
  svg('rect', {x, y, width: W, height: H, rx: 9}),
  svg('rect', {class: 'edge-mark', x, y: y + 12, width: 4, height: H - 24, rx: 2}),
  svg('text', {class: 'name', x: x + 15, y: y + 22}, t(`state.${state}`)),
  svg('text', {class: 'n', x: x + 15, y: y + 47}, short(n)));
}

function ends(states, minute) {
  let y = 34;
  return svg('g', {}, ENDS.map((state, i) => {
    const top = y;
    const high = i === 0 ? H : 42;
    y += high + 10;
    const n = states[state] ?? 0;
    const tone = n > 0 ? STATES[state].tone : 'none';
    return svg('a', {class: `node end tone-${tone}`, href: to('requests', [], {state}), 'data-key': state},
    svg('rect', {x: 826, y: top, width: 264, height: high, rx: 9}),
    svg('rect', {class: 'edge-mark', x: 826, y: top + 9, width: 4, height: high - 18, rx: 2}),
    svg('text', {class: 'name', x: 841, y: top + (i === 0 ? 22 : 26)}, t(`state.${state}`)),
    i === 0
      ? svg('text', {class: 'n', x: 841, y: top + 47}, short(n))
      : svg('text', {class: 'n small', x: 1078, y: top + 27, 'text-anchor': 'end'}, short(n)),
    svg('text', {class: 'rate', x: i === 0 ? 1078 : 1012, y: top + (i === 0 ? 46 : 26), 'text-anchor': 'end'},
      minute[state] ? t('flow.lastMinute', {n: minute[state]}) : ''));
  }));
}

const round = rate => Math.round(rate * (rate < 10 ? 10 : 1)) / (rate < 10 ? 10 : 1);

/** The same for narrow screens. */
export function flowList(overview) {
  const states = overview.states ?? {};
  return h('ul', {class: 'flow-list'}, Object.keys(STATES).filter(state => states[state] > 0).map(state =>
    h('li', {}, h('a', {href: to('requests', [], {state})},
      h('span', {class: `dot tone-${STATES[state].tone}`}), h('span', {}, t(`state.${state}`)),
      h('span', {class: 'n'}, short(states[state]))))));
}

// Two rates over the last minutes, as lines.

import {svg} from './dom.js';
import {number, t} from './i18n.js';

const W = 560;
const H = 96;

/** @param points [{at, accepted, settled}], oldest first */
export function spark(points, longest) {
  const top = nice(Math.max(1, ...points.map(point => Math.max(point.accepted, point.settled))));
  const until = points.length ? points[points.length - 1].at : 0;
  const span = Math.min(longest, Math.max(60_000, until - (points[0]?.at ?? until)));
  const x = at => W - ((until - at) / span) * W;
  const y = rate => H - (rate / top) * (H - 8);
  const line = name => points.map((point, i) => `${i ? 'L' : 'M'}${x(point.at).toFixed(1)} ${y(point[name]).toFixed(1)}`).join('');
  const area = points.length > 1 ? `${line('accepted')}V${H}H${x(points[0].at).toFixed(1)}Z` : '';
  const last = points[points.length - 1] ?? {accepted: 0, settled: 0};
  return svg('svg', {class: 'spark', viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: 'none', role: 'img',
    'aria-label': t('spark.label', {accepted: number(last.accepted, 1), settled: number(last.settled, 1)})},
  [0.5, 1].map(part => svg('line', {class: 'grid', x1: 0, x2: W, y1: y(top * part), y2: y(top * part)})),
  svg('path', {class: 'area', d: area}),
  svg('path', {class: 'accepted', d: line('accepted')}),
  svg('path', {class: 'settled', d: line('settled')}));
}

/** The next of 1, 2, 5, 10, 20, … */
export function nice(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map(step => step * power).find(step => step >= value);
}

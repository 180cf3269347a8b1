// Small pictures, each a path on a grid of 16. They never stand alone for a meaning: a word is always beside them.

import {svg} from './dom.js';

const PATHS = {
  overview: 'M2 9.5h3l2-6 3 9 2-5h2',
  requests: 'M2.5 4h11M2.5 8h11M2.5 12h7',
  queue: 'M8 2.2a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2M3 13.8c.4-2.9 2.4-4.3 5-4.300s4.6 1.4 5 4.3',
  approvals: 'M2.5 8.300l3.4 3.4 7.6-7.9',
  bulk: 'M2.5 5.500h7v8h-7zM5.5 5.500v-3h8v8h-4',
  alerts: 'M8 2.300l6.2 11.200H1.800zM8 6.500v3.400M8 11.600v.3',
  sun: 'M8 5.300a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.400M8 1.500v1.300M8 13.200v1.300M1.5 8h1.300M13.2 8h1.300M3.4 3.400l.9.9M11.7 11.700l.9.9M12.6 3.400l-.9.9M4.3 11.700l-.9.9',
  moon: 'M13.3 9.800A5.8 5.8 0 0 1 6.2 2.700a5.8 5.8 0 1 0 7.1 7.100z',
  auto: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  out: 'M6.5 2.500h-3v11h3M9.5 5l3 3-3 3M12.5 8h-6',
  ok: 'M3 8.400l3.2 3.200L13 4.8',
  no: 'M4 4l8 8M12 4l-8 8',
  wait: 'M8 2.500a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M8 5v3.200l2.2 1.5',
  ask: 'M5.7 6a2.3 2.3 0 1 1 3.3 2.100c-.7.4-1 .8-1 1.600M8 12v.3',
  send: 'M2.5 8h10M9 4.500L12.5 8 9 11.5',
  again: 'M12.8 6.500A5 5 0 1 0 13 9.300M13 3v3.600H9.4',
  hold: 'M5.5 3.500v9M10.5 3.500v9',
  person: 'M8 2.200a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.200M3 13.800c.4-2.9 2.4-4.3 5-4.300s4.6 1.4 5 4.3',
  note: 'M3 3h10v7.500H8L5 13v-2.500H3z',
  inbox: 'M2.5 9.500l2-6h7l2 6v3.500h-11zM2.5 9.500H6l.8 1.500h2.400l.8-1.500h3.5',
  warn: 'M8 2.300l6.2 11.200H1.800zM8 6.500v3.400M8 11.600v.3',
  back: 'M13 8H3.500M7 4.500L3.5 8 7 11.5',
  search: 'M7 2.700a4.3 4.3 0 1 1 0 8.6 4.3 4.3 0 0 1 0-8.600M10.2 10.200l3.3 3.3',
};

export function icon(name) {
  return svg('svg', {class: 'icon', viewBox: '0 0 16 16', 'aria-hidden': 'true', focusable: 'false'},
    svg('path', {d: PATHS[name] ?? PATHS.ask}));
}

// A drawing of charts/, as React draws it.

import { createElement, type ReactNode } from 'react';
import type { Drawing } from '../charts/drawing.ts';

/** Attributes that React names in another way. */
const NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  'text-anchor': 'textAnchor',
  'vector-effect': 'vectorEffect',
};

export function drawn(drawing: Drawing | string, key?: number): ReactNode {
  if (typeof drawing === 'string') return drawing;
  const { name, attributes, children } = drawing;
  const given = Object.entries(attributes).map(([attribute, value]) => [
    NAMES[attribute] ?? attribute,
    value,
  ]);
  return createElement(
    name,
    { key, ...Object.fromEntries(given), ...(name === 'svg' ? { 'aria-hidden': 'true' } : {}) },
    ...children.map(drawn),
  );
}

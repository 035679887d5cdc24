// A part of the page that is read by itself: a heading and what was read, or what went wrong and a way to try again.

import { ProblemError } from '../../api/problem.ts';
import { button, type Child, el } from '../dom/elements.ts';

export function part(title: string, ...children: readonly Child[]): HTMLElement {
  return el('section', { class: 'entitled-part' }, el('h2', {}, title), ...children);
}

/** Replaces the place by what is made; if that fails, by the problem. */
export async function fill(place: Element, make: () => Promise<Element>): Promise<void> {
  try {
    place.replaceWith(await make());
  } catch (error) {
    const again = el('div', {});
    const shown = problem(error, () => {
      shown.replaceWith(again);
      void fill(again, make);
    });
    place.replaceWith(shown);
  }
}

export function problem(error: unknown, retry: () => void): HTMLElement {
  const told = error instanceof ProblemError ? error.problem : null;
  return el(
    'div',
    { class: 'entitled-problem', role: 'alert' },
    el('p', {}, el('strong', {}, told?.title ?? 'The server did not answer')),
    el('p', {}, told?.detail ?? 'Check the connection, then try again.'),
    told !== null && el('p', { class: 'small muted' }, 'Request ', el('code', {}, told.request_id)),
    button('Retry', retry, { class: 'secondary' }),
  );
}

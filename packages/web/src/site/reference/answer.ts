// The answer to a request of "Try it", in place of the example: status, time, request id and body.

import { count } from '../../ui/format.ts';
import { el } from '../dom/elements.ts';

/** More would make the page slow; the answer itself was whole. */
const MOST_SHOWN = 200_000;

export function showAnswer(response: Response, bytes: Uint8Array, milliseconds: number): void {
  const type = response.headers.get('content-type') ?? '';
  const isText = /json|text|xml|yaml|svg/.test(type);
  const text = isText ? readable(new TextDecoder().decode(bytes), type) : null;
  const requestId = response.headers.get('x-request-id');
  show(
    el(
      'p',
      { class: 'answer-status' },
      el('strong', {}, `${mark(response)} ${response.status}`),
      ` ${type.split(';')[0]}`,
    ),
    el(
      'p',
      { class: 'answer-facts' },
      `${count(milliseconds)} ms · ${size(bytes.length)}`,
      requestId !== null && ' · request ',
      requestId !== null && el('code', {}, requestId),
    ),
    problemOf(response, text),
    text === null
      ? el('p', { class: 'answer-facts' }, 'The body is not text. The sample for curl writes it to a file.')
      : el(
          'pre',
          { class: 'wrapped', tabindex: 0, 'aria-label': 'Body of the answer' },
          el('code', {}, cut(text)),
        ),
  );
}

export function showFailure(message: string): void {
  show(
    el('p', { class: 'answer-status' }, el('strong', {}, '✕ Not sent')),
    el('p', { class: 'answer-facts' }, message),
  );
}

function show(...children: (HTMLElement | null)[]): void {
  const place = document.querySelector('[data-answer]')!;
  const copied = children.some((child) => child?.localName === 'pre');
  place.replaceChildren(
    el(
      'div',
      { class: 'answer-head' },
      el('h2', {}, 'Answer'),
      copied &&
        el(
          'button',
          { type: 'button', class: 'copy', 'data-copy-code': '', 'aria-label': 'Copy the answer' },
          'Copy',
        ),
    ),
    el('div', { class: 'answer-box', role: 'status' }, ...children),
  );
}

function mark({ ok, status }: Response): string {
  return ok || status === 304 ? '✓' : '✕';
}

function readable(text: string, type: string): string {
  if (!/json/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A problem document says what to do: its title, its sentence and its page come before the raw form. */
function problemOf({ ok }: Response, text: string | null): HTMLElement | null {
  if (ok || text === null || !text.startsWith('{')) return null;
  const { title, detail, code } = JSON.parse(text) as { title?: string; detail?: string; code?: string };
  if (title === undefined || code === undefined) return null;
  return el(
    'p',
    { class: 'answer-problem' },
    el('strong', {}, `${title}.`),
    ` ${detail ?? ''} `,
    el('a', { href: `/docs/errors#${code}` }, 'What to do'),
  );
}

function cut(text: string): string {
  if (text.length <= MOST_SHOWN) return text;
  return `${text.slice(0, MOST_SHOWN)}\n… ${count(text.length - MOST_SHOWN)} more characters`;
}

function size(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`;
}

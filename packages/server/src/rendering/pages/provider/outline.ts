// What readers with access see further down. Others see what there is, and how to get it: never a picture of it.
// The script of signed-in readers replaces the content of the section.

import { type Html, html } from '../html.ts';

const PARTS: readonly [name: string, what: string][] = [
  ['Breakdown', 'from 100.00 to the score, criterion by criterion, with every cap that was applied'],
  ['Evidence', 'each document with its kind, title and page'],
  ['Ages', 'how old each piece of evidence is, and when it lapses'],
  ['Changes', 'the difference between any two dates, explained'],
  ['Peers', 'how comparable providers score'],
  ['What if', 'move an input and see score, band and caps recomputed in your browser'],
];

export function entitledOutline(slug: string): Html {
  return html`<section id="entitled" class="entitled" data-entitled data-slug="${slug}">
<h2>Behind the score</h2>
<p>With access, this page goes on with:</p>
<dl class="outline">${PARTS.map(
    ([name, what]) => html`
<dt>${name}</dt><dd>${what}</dd>`,
  )}
</dl>
<p class="entitled-ways"><a href="/access">How to get access</a> · <a href="/sign-in">Sign in</a></p>
</section>`;
}

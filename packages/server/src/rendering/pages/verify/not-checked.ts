// The page of an id that cannot be checked at the moment, because what is published cannot be read.

import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import type { Site } from '../site.ts';
import { askForm } from './form.ts';
import { MARK } from './marks.ts';
import { NOT_CHECKED } from './verdict.ts';

export function notCheckedPage(site: Site, id: string): Html {
  return layout(site, {
    title: NOT_CHECKED,
    path: '/verify',
    main: html`${askForm(id)}
<div class="verdict" data-mark="attention">${MARK}<div>
<h1>${NOT_CHECKED}</h1>
<p class="lead">Our server cannot read the proof of <span class="id">${id}</span> at the moment. This says nothing about the
indicator. Try again in a minute, or open a file that you kept: it needs no server.</p>
</div></div>`,
  });
}

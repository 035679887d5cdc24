// GET /issuances: upcoming issuances, for signed-in members who may read them. The page is the same for everyone; a script
// puts the list in its place.

import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import type { Site } from './site.ts';

export function issuancesPage(site: Site): Html {
  return layout(site, {
    title: 'Issuances',
    description:
      'Preferred shares and bonds that treasury companies are about to issue, with the score of each issuer.',
    canonical: '/issuances',
    path: '/issuances',
    scripts: ['/assets/site/issuances.js'],
    main: html`<h1>Upcoming issuances</h1>
<p class="lead">Preferred shares and bonds that treasury companies are about to issue, with the current score of each
issuer. The score is the issuer's, not that of the security.</p>
<section data-issuances>
<h2>For members of a workspace</h2>
<p>The list and a calendar of announcements, pricing and settlement are here for people who are signed in and whose
workspace may read scores in full.</p>
<p><a href="/sign-in">Sign in</a>, or see <a href="/access">who may read what</a>.</p>
</section>`,
  });
}

// The header of every page, public or signed in: navigation, search, theme, and who is signed in. Its bytes are the same for
// everybody; a script fills in the person.

import { ICON_PATHS } from '@rf-indicators/web/charts/glyphs';
import { BAND_MARK } from './bands.ts';
import { type Html, html } from './html.ts';
import { isDemo, type Site } from './site.ts';

const NAVIGATION: readonly [path: string, label: string | Html][] = [
  ['/', 'Scores'],
  ['/changelog', 'Changes'],
  // The narrowest phones have room for the stem.
  ['/methodology', html`Method<span class="rest-of-word">ology</span>`],
  // Phones have room for the first word.
  ['/why', html`Why<span class="more-words">\u00a0believe this</span>`],
  ['/verify', 'Verify'],
  ['/docs', 'Guides'],
  ['/docs/api', 'Reference'],
];

const SEARCH = html`<form class="search" action="/search" role="search">
<label><span class="visually-hidden">Search</span>${icon(ICON_PATHS.search)}<input class="field" type="search" name="q" placeholder="Search" maxlength="120" autocomplete="off" data-search></label>
<kbd aria-hidden="true">/</kbd>
</form>`;

/** Hidden without scripts, because only a script can remember the choice. */
const THEME_SWITCH = html`<label class="theme" title="Theme"><span class="visually-hidden">Theme</span>${icon(ICON_PATHS.theme)}<select class="field" data-theme-switch>
<option value="">Theme: system</option><option value="light">Theme: light</option><option value="dark">Theme: dark</option>
</select></label>`;

/** A script replaces the words and the address for somebody who is signed in. */
const ACCOUNT = html`<a class="account" href="/sign-in" data-account>${icon(ICON_PATHS.person)}<span data-account-words>Sign in</span></a>`;

/** `path` is that of the page, or of the section that it belongs to. */
export function siteHeader(site: Site, path?: string): Html {
  return html`<a class="skip" href="#main">Skip to main content</a>
<header class="site-header">
${isDemo(site) && html`<p class="demo">Demonstration: all providers and figures are fictional</p>`}
<div class="inner">
<a class="product" href="/">${mark(site)}<span>${site.name}</span></a>
<nav aria-label="Site">${NAVIGATION.map(([to, label]) => siteLink(to, label, path))}</nav>
${SEARCH}
${THEME_SWITCH}
${ACCOUNT}
</div>
</header>`;
}

/** A link that says so if it leads to the page that it is on. */
export function siteLink(to: string, label: string | Html, path: string | undefined): Html {
  const here = to === path ? html` aria-current="page"` : null;
  return html`<a href="${to}"${here}>${label}</a>`;
}

function mark({ logoFile }: Site): Html {
  return logoFile === null ? BAND_MARK : html`<img class="logo" src="/assets/logo" height="24" alt="">`;
}

function icon(path: string): Html {
  return html`<svg class="icon" aria-hidden="true" width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.3"><path d="${path}"/></svg>`;
}

// The layout that all pages share: a header with navigation, search and theme, and a footer with the limitations
// disclosure.

import { DEMO_NOTICE } from '@rf-indicators/contract/disclosure';
import { BAND_MARK } from './bands.ts';
import { type Html, html } from './html.ts';

export interface PageContent {
  title: string;
  /** The path of the page, if the navigation links to it. */
  path?: string;
  /** Replaces the default style sheet, for a page that uses the full width of the window. */
  ownHead?: Html;
  /** Besides those of all pages. The page must work without them. */
  scripts?: readonly string[];
  main: Html;
}

export const PRODUCT_NAME = 'RF Risk Indicators';

const NAVIGATION: readonly [path: string, label: string][] = [
  ['/', 'Scores'],
  ['/methodology', 'Methodology'],
  ['/verify', 'Verify'],
  ['/docs/api', 'API reference'],
];

const FOOTER: readonly [path: string, label: string][] = [
  ['/docs', 'All pages'],
  ['/docs/errors', 'Problem codes'],
];

/** Hidden without scripts, because only a script can remember the choice. */
const THEME_SWITCH = html`<label class="theme select" title="Theme"><span class="visually-hidden">Theme</span><select class="field" data-theme-switch>
<option value="">System</option><option value="light">Light</option><option value="dark">Dark</option>
</select></label>`;

const SEARCH = html`<form class="search" action="/" role="search">
<label><span class="visually-hidden">Search providers</span><input class="field" type="search" name="q" placeholder="Search providers" maxlength="120" data-slash></label>
<kbd aria-hidden="true">/</kbd>
</form>`;

export function layout(disclosure: string, { title, path, ownHead, scripts = [], main }: PageContent): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${PRODUCT_NAME}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="preload" href="/assets/inter.woff2" as="font" type="font/woff2" crossorigin>
<link rel="alternate" type="application/atom+xml" title="Changes to indicators" href="/feeds/changelog.atom">
${ownHead ?? html`<link rel="stylesheet" href="/assets/pages.css">`}
<script src="/assets/theme.js"></script>
${['/assets/site.js', ...scripts].map(
  (script) => html`<script src="${script}" defer></script>
`,
)}</head>
<body>
<a class="skip" href="#main">Skip to main content</a>
<header class="site-header">
${disclosure.startsWith(DEMO_NOTICE) && html`<p class="demo">Demonstration: all providers and figures are fictional</p>`}
<div class="inner">
<a class="product" href="/">${BAND_MARK}${PRODUCT_NAME}</a>
<nav aria-label="Site">${NAVIGATION.map(([to, label]) => link(to, label, path))}</nav>
${SEARCH}
${THEME_SWITCH}
<a class="sign-in" href="/sign-in">Sign in</a>
</div>
</header>
<main id="main" class="${ownHead === undefined ? 'inner' : 'wide'}" tabindex="-1">
${main}
</main>
<footer class="site-footer">
<div class="inner">
<p>${disclosure}</p>
<p class="more">${FOOTER.map(([to, label]) => html`${link(to, label, path)} `)}</p>
</div>
</footer>
</body>
</html>
`;
}

function link(to: string, label: string, path: string | undefined): Html {
  const here = to === path ? html` aria-current="page"` : null;
  return html`<a href="${to}"${here}>${label}</a>`;
}

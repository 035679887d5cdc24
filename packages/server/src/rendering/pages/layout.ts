// The layout that all pages share: a header with navigation, and a footer with the limitations disclosure.

import { BAND_MARK } from './bands.ts';
import { type Html, html } from './html.ts';

export interface PageContent {
  title: string;
  /** The path of the page, if the navigation links to it. */
  path?: string;
  /** Replaces the default style sheet, for a page that uses the full width of the window. */
  ownHead?: Html;
  main: Html;
}

export const PRODUCT_NAME = 'RF Risk Indicators';

const NAVIGATION: readonly [path: string, label: string][] = [
  ['/verify', 'Verify'],
  ['/methodology', 'Methodology'],
  ['/docs/api', 'API'],
  ['/docs/errors', 'Errors'],
  ['/docs', 'All pages'],
];

export function layout(disclosure: string, { title, path, ownHead, main }: PageContent): Html {
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
</head>
<body>
<a class="skip" href="#main">Skip to main content</a>
<header class="site-header">
<div class="inner">
<a class="product" href="/">${BAND_MARK}${PRODUCT_NAME}</a>
<nav aria-label="Site">${NAVIGATION.map(([to, label]) => link(to, label, path))}</nav>
</div>
</header>
<main id="main" class="${ownHead === undefined ? 'inner' : 'wide'}" tabindex="-1">
${main}
</main>
<footer class="site-footer">
<div class="inner">
<p>${disclosure}</p>
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

// The layout that all public pages share: the header of the site, and a footer with the limitations disclosure.

import { CARD_SIZE, type PageCard, SITE_CARD_PATH } from '../cards/card.ts';
import { siteHeader, siteLink } from './header.ts';
import { type Html, html } from './html.ts';
import { type LinkedData, linkedData } from './linked-data.ts';
import type { Site } from './site.ts';

export interface PageContent {
  title: string;
  /** One sentence for search engines and previews of links. */
  description?: string;
  /** The one path of the page, if several addresses show it or if others should link to it. */
  canonical?: string;
  /** The path of the page, or of the section that it belongs to, if the navigation links to it. */
  path?: string;
  /** The picture that others show with a link to the page; that of the site if the page has none of its own. */
  card?: PageCard;
  /** What search engines may know of the page. */
  data?: readonly LinkedData[];
  /** The address that describes how to embed the page, as oEmbed calls it. */
  oembed?: string;
  /** Besides those of all pages: modules below /assets. The page must work without them. */
  scripts?: readonly string[];
  /** What the scripts ask for first. The browser loads these files while it loads the scripts. */
  files?: readonly string[];
  /** Besides that of all pages: names of style sheets below /assets. */
  styles?: readonly string[];
  main: Html;
}

const FOOTER: readonly [path: string, label: string][] = [
  ['/issuances', 'Issuances'],
  ['/access', 'Access'],
  ['/request', 'Request a score'],
  ['/status', 'Status'],
  ['/docs/api', 'API reference'],
  ['/docs/pages', 'All pages'],
];

/**
 * A browser that draws a page before it has read all of it gives a table other columns when more rows come. Browsers that
 * do not know this ignore it.
 */
const DRAWN_WHOLE = html`<link rel="expect" href="#end" blocking="render">
`;

export function layout(site: Site, content: PageContent): Html {
  const { title, path, scripts = [], files = [], styles = [], main } = content;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${site.name}</title>
${preview(site, content)}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${DRAWN_WHOLE}${fontsOf(main)}<link rel="alternate" type="application/atom+xml" title="Changes to indicators" href="/feeds/changelog.atom">
<link rel="stylesheet" href="/assets/pages.css">
${styles.map(
  (name) => html`<link rel="stylesheet" href="/assets/${name}.css">
`,
)}${site.colour !== null && html`<link rel="stylesheet" href="/assets/brand.css">`}
<script src="/assets/theme.js"></script>
${SITE_SCRIPTS}
${scripts.map(
  (script) => html`<script src="${script}" type="module"></script>
`,
)}${files.map(
  (file) => html`<link rel="preload" href="${file}" as="fetch" crossorigin>
`,
)}</head>
<body>
${siteHeader(site, path)}
<main id="main" class="inner" tabindex="-1">
${main}
</main>
<footer class="site-footer" id="end">
<div class="inner">
<p>${site.disclosure}</p>
<p class="print-only">${site.name} · ${site.baseUrl}</p>
<p class="more">${FOOTER.map(([to, label]) => html`${siteLink(to, label, path)} `)}${ownLinks(site)}</p>
</div>
</footer>
</body>
</html>
`;
}

/** The scripts of every page: the theme switch, the search with its keys, and who is signed in. */
const SITE_SCRIPTS = html`<script src="/assets/site.js" defer></script>
<script src="/assets/site/search.js" type="module"></script>
<script src="/assets/site/header.js" type="module"></script>`;

/** For search engines, and for programs that show what a link leads to. */
function preview(site: Site, { title, description, canonical, card, data = [], oembed }: PageContent): Html {
  const { name, baseUrl } = site;
  const url = canonical !== undefined && baseUrl + canonical;
  const { path, alt } = card ?? {
    path: SITE_CARD_PATH,
    alt: `${name}: scores from 0 to 100, higher is safer`,
  };
  return html`${description !== undefined && html`<meta name="description" content="${description}">`}
${url && html`<link rel="canonical" href="${url}"><meta property="og:url" content="${url}">`}
<meta property="og:type" content="website"><meta property="og:site_name" content="${name}">
<meta property="og:title" content="${title}"><meta name="twitter:card" content="summary_large_image">
${description !== undefined && html`<meta property="og:description" content="${description}">`}
<meta property="og:image" content="${baseUrl}${path}"><meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${CARD_SIZE.width}"><meta property="og:image:height" content="${CARD_SIZE.height}"><meta property="og:image:alt" content="${alt}">
${oembed !== undefined && html`<link rel="alternate" type="application/json+oembed" href="${oembed}" title="${title}">`}${data.map(linkedData)}`;
}

function ownLinks({ imprintUrl, privacyUrl }: Site): Html {
  return html`${imprintUrl !== null && html`<a href="${imprintUrl}">Imprint</a> `}${
    privacyUrl !== null && html`<a href="${privacyUrl}">Privacy</a>`
  }`;
}

/** What the style sheets set in the font of code. */
const CODE = /<(?:code|pre|textarea)\b|class="(?:[^"]* )?(?:id|ask|ask-id|problem)[ "]/;

/** A browser complains about a font that it loaded for nothing. */
function fontsOf(main: Html): Html {
  return html`${preload('inter')}${CODE.test(main.text) && preload('plex-mono')}`;
}

function preload(name: string): Html {
  return html`<link rel="preload" href="/assets/${name}.woff2" as="font" type="font/woff2" crossorigin>
`;
}

// The fonts that a page loads before it is drawn. A font that is not there then is not used until the next page.

import { type Html, html } from './html.ts';

/** What the style sheets set in the font of code. */
const CODE = /<(?:code|pre|textarea)\b|class="(?:[^"]* )?(?:id|ask|ask-id|problem)[ "]/;

/** A browser complains about a font that it loaded for nothing. */
export function fontsOf(main: Html): Html {
  return html`${preload('inter')}${CODE.test(main.text) && preload('plex-mono')}`;
}

function preload(name: string): Html {
  return html`<link rel="preload" href="/assets/${name}.woff2" as="font" type="font/woff2" crossorigin>
`;
}

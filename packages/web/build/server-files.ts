// Adds what the server keeps for all its pages to the page of the application: fonts, base styles, the theme, and the
// script of the header, which the server puts in when it sends the page. The bundler leaves these files alone.

import type { HtmlTagDescriptor, Plugin } from 'vite';

const TAGS: HtmlTagDescriptor[] = [
  { tag: 'link', attrs: { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' } },
  preload('/assets/inter.woff2'),
  preload('/assets/plex-mono.woff2'),
  { tag: 'link', attrs: { rel: 'stylesheet', href: '/assets/app.css' } },
  { tag: 'script', attrs: { src: '/assets/theme.js' } },
  { tag: 'script', attrs: { src: '/assets/site.js', defer: true } },
];

function preload(href: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: true } };
}

export function serverFiles(): Plugin {
  return {
    name: 'rf-server-files',
    // Before the application's own styles, so that these win.
    transformIndexHtml: {
      order: 'post',
      handler: () => TAGS.map((tag) => ({ ...tag, injectTo: 'head-prepend' as const })),
    },
  };
}

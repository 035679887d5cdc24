// Renders a guide from Markdown. HTML in the text is shown as text, except for line breaks, and its comments are left out.

import path from 'node:path/posix';
import type { SearchEntry } from '@rf-indicators/contract/full-text-search';
import { Marked, type RendererObject, type Tokens } from 'marked';
import { addressOfFile, type Guide } from '../../packages/server/src/rendering/guides/contents.ts';
import type { Heading, RenderedGuide } from '../../packages/server/src/rendering/guides/rendered.ts';
import { escapeHtml } from '../../packages/server/src/rendering/pages/html.ts';

export function renderGuide(guide: Guide, markdown: string): RenderedGuide {
  const anchorFor = anchorsOfPage();
  const headings: Heading[] = [];
  const marked = new Marked({ gfm: true, renderer: rendererOf(guide.file, headings, anchorFor) });
  const tokens = marked.lexer(markdown);
  const first = tokens.findIndex(({ type }) => type === 'heading');
  const html = marked.parser(tokens.toSpliced(first, 1));
  // The heading of a README is the name of its package.
  const title = guide.file.startsWith('docs/') ? plainText(marked.parser([tokens[first]!])) : guide.label;
  return {
    ...guide,
    title,
    html,
    headings: headings.filter(({ level }) => level > 1),
    sections: sectionsOf(guide.name, title, html),
    markdown,
  };
}

function rendererOf(
  file: string,
  headings: Heading[],
  anchorFor: (heading: string) => string,
): RendererObject {
  return {
    heading({ tokens, depth }) {
      const inner = this.parser.parseInline(tokens);
      const text = plainText(inner);
      const id = anchorFor(text);
      headings.push({ level: depth, id, text });
      return depth === 1 ? `<h1>${inner}</h1>\n` : `<h${depth} id="${id}">${inner}</h${depth}>\n`;
    },
    html({ text }) {
      if (/^\s*<!--.*-->\s*$/s.test(text)) return '';
      // The only tag that tables need.
      return text === '<br>' ? text : escapeHtml(text);
    },
    // An option would otherwise break behind its hyphens.
    codespan: ({ text }) =>
      `<code>${escapeHtml(text).replaceAll(/(?<![^\s])--?[a-z][a-z-]*/g, '<span class="option">$&</span>')}</code>`,
    code: ({ text }) => `<div class="code"><pre><code>${escapeHtml(text)}</code></pre></div>\n`,
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens);
      const address = addressOfLink(href, file);
      return address === null ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`;
    },
    image({ href, text }) {
      const address = addressOfLink(href, file);
      return address === null
        ? escapeHtml(text)
        : `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}">`;
    },
    table({ header, rows }) {
      const cell = ({ tokens, align }: Tokens.TableCell, tag: string) => {
        const place = align === 'right' ? ' class="figure"' : '';
        return `<${tag}${place}>${this.parser.parseInline(tokens)}</${tag.split(' ')[0]}>`;
      };
      // A head without words would be announced as an empty one.
      const head = header.map((each) => cell(each, each.text === '' ? 'td' : 'th scope="col"')).join('');
      const isNamed = header.some(({ text }) => text !== '');
      const body = rows.map((row) => `<tr>${row.map((each) => cell(each, 'td')).join('')}</tr>`).join('\n');
      return `<div class="scroll"><table>\n${isNamed ? `<thead><tr>${head}</tr></thead>\n` : ''}<tbody>\n${body}\n</tbody></table></div>\n`;
    },
  };
}

/** The text below each heading, and above the first one. */
function sectionsOf(page: string, title: string, html: string): SearchEntry[] {
  return html.split(/(?=<h[2-6] id=")/).flatMap((part): SearchEntry[] => {
    const [opening, id = '', heading = ''] = /^<h[2-6] id="([^"]*)">(.*?)<\/h[2-6]>/s.exec(part) ?? [''];
    const text = plainText(part.slice(opening.length));
    if (text === '' && heading === '') return [];
    const address = `/docs/${page}${id === '' ? '' : `#${id}`}`;
    return [{ kind: 'guide', title, heading: plainText(heading), text, address }];
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** Rendered HTML without its tags, in one line. */
function plainText(html: string): string {
  return html
    .replaceAll(/<\/(?:p|li|h\d|t[dhr]|pre)>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

// Links: paths in the repository become addresses of the service.

const ABSOLUTE = /^(?:https?|mailto):/;

/** Null if the link leads to a file that the service does not have. */
function addressOfLink(href: string, file: string): string | null {
  if (ABSOLUTE.test(href) || href.startsWith('#')) return href;
  const [, target, anchor] = /^([^#]*)(#.*)?$/.exec(href)!;
  const address = addressOfFile(path.join(path.dirname(file), target!));
  return address === null ? null : address + (anchor ?? '');
}

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

/** Gives each heading of a page an anchor of its own. */
function anchorsOfPage(): (heading: string) => string {
  const used = new Map<string, number>();
  return (heading) => {
    const anchor = anchorOf(heading);
    const count = used.get(anchor) ?? 0;
    used.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
}

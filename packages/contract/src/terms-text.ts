// The parts of a text of terms, which is written in a small part of Markdown: headings, paragraphs and lists.

export type TermsPart =
  | { kind: 'title' | 'heading' | 'paragraph'; text: string }
  | { kind: 'list'; items: string[] };

export function partsOfTerms(text: string): TermsPart[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((block): TermsPart => {
      if (block.startsWith('# ')) return { kind: 'title', text: inOneLine(block.slice(2)) };
      if (block.startsWith('## ')) return { kind: 'heading', text: inOneLine(block.slice(3)) };
      if (!block.startsWith('- ')) return { kind: 'paragraph', text: inOneLine(block) };
      return {
        kind: 'list',
        items: block
          .slice(2)
          .split(/\n- /)
          .map((item) => inOneLine(item)),
      };
    });
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

// docs/README.md: every page of the docs with one line, for readers of the repository.

import { readdirSync, readFileSync } from 'node:fs';
import { GUIDE_GROUPS, type Guide, UNSERVED } from '../../packages/server/src/rendering/guides/contents.ts';
import type { GeneratedFile } from './generated-file.ts';

const DECISIONS = new URL('../../docs/adr/', import.meta.url);

const INTRODUCTION = `# Documentation

Every page, by reader. A running service has most of them at \`/docs\`, with a search, and the API reference at \`/docs/api\`.

This file is generated from \`packages/server/src/rendering/guides/contents.ts\` and the headings in \`adr/\`.`;

const CONTRIBUTORS: readonly Omit<Guide, 'name'>[] = [
  {
    file: 'ARCHITECTURE.md',
    label: 'Architecture',
    about: 'The packages, what may depend on what, and how requests are served.',
  },
  {
    file: 'CONTRIBUTING.md',
    label: 'Contributing',
    about: 'Commands, conventions, tests, and how to add an operation, a command or a table.',
  },
  ...UNSERVED,
];

export function docsIndexFiles(): GeneratedFile[] {
  const sections = [
    INTRODUCTION,
    // The last group is the one for contributors.
    ...GUIDE_GROUPS.map(({ title, guides }, n) => {
      const pages = n === GUIDE_GROUPS.length - 1 ? [...CONTRIBUTORS, ...guides] : guides;
      return `## ${title}\n\n${pages.map(lineOf).join('\n')}`;
    }),
    `## Decisions and their reasons\n\n${decisions().join('\n')}`,
  ];
  return [{ path: 'docs/README.md', text: `${sections.join('\n\n')}\n` }];
}

function lineOf({ file, label, about }: Omit<Guide, 'name'>): string {
  const link = file.startsWith('docs/') ? file.slice('docs/'.length) : `../${file}`;
  return `- [${label}](${link}): ${about}`;
}

function decisions(): string[] {
  return readdirSync(DECISIONS)
    .sort()
    .map((file) => {
      const [, title] = /^# (.+)$/m.exec(readFileSync(new URL(file, DECISIONS), 'utf8'))!;
      return `- [${title}](adr/${file})`;
    });
}

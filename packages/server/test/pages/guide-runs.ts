// Which blocks of code in the guides guide-code.system.test.ts runs in shells.

import type { CodeBlock } from '../../../../test/support/guide-blocks.ts';

/** Their `sh` blocks and programs are run one after the other, in a folder of their own. */
export const RUN = [
  'docs/use/quick-start.md',
  'docs/use/authentication.md',
  'docs/use/api.md',
  'docs/use/console.md',
  'docs/use/verification.md',
  'docs/use/verification-page.md',
];

/** Blocks of other guides, commands or programs, by a part of their text, with what they print. */
export const REQUESTS: readonly { file: string; part: string; printed: RegExp }[] = [
  { file: 'docs/operate/debugging.md', part: 'rf replay', printed: /^REPLAYED /m },
  { file: 'docs/use/webhooks.md', part: '/api/v1/events', printed: /^\{"data":\[\{.*"next_after"/ },
  { file: 'docs/use/webhooks.md', part: 'openssl', printed: /^[0-9a-f]{64}$/m },
  { file: 'python/README.md', part: 'with RfClient(', printed: /^Brindlewick Vaults \d/m },
  {
    file: 'python/README.md',
    part: 'async with RfAsyncClient(',
    printed: /^\d.* (?:LOW|MEDIUM|ELEVATED|HIGH)$/m,
  },
];

export function isRunInShell({ file, text, language }: CodeBlock): boolean {
  if (RUN.includes(file)) return language !== 'json';
  return REQUESTS.some((request) => request.file === file && text.includes(request.part));
}

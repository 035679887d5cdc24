// Runs the commands of the tour in the README and compares their output with the text.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('..', import.meta.url));

interface Block {
  language: string;
  text: string;
}

function codeBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }));
}

test('the five-minute tour works as written and prints the output shown', () => {
  const readme = readFileSync(`${repository}/README.md`, 'utf8');
  const tour = readme.slice(readme.indexOf('## A five-minute tour'));
  const blocks = codeBlocks(tour.slice(0, tour.indexOf('\n## ', 5)));
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
  assert.ok(commands.length >= 3);
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', commands.join('\n')], {
    cwd: repository,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const shown = blocks
    .filter(({ language }) => language === 'text')
    .flatMap(({ text }) => text.trimEnd().split('\n'));
  assert.ok(shown.length >= 3);
  for (const line of shown) assert.ok(stdout.includes(line), `not printed: ${line}\n${stdout}`);
});

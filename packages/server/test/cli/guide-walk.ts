// Walks a guide as it is written: every block by the person whom it names, in an empty folder, with what earlier commands
// printed in the place of the words in capitals.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decideAt } from '../../../../test/support/deciding.ts';
import { type Lifetime, temporaryFolder } from '../../../../test/support/lifetime.ts';
import { repository } from '../../../../test/support/repository.ts';
import { openShell, type Printed } from './guide-shell.ts';

export interface Walked {
  folder: string;
  /** The people who have a token, sorted. */
  people: string[];
  /** Everything that the commands printed. */
  printed: string;
  run(script: string, token: string): Promise<Printed>;
}

export async function walkGuide(t: Lifetime, file: string): Promise<Walked> {
  const folder = temporaryFolder(t);
  const run = await openShell(t, folder);
  const tokens = new Map<string, string>();
  let printed = '';
  assert.deepEqual(readdirSync(folder), []);
  for (const { person, refused, isDecided, script, shown } of readBlocks(file)) {
    // No command casts a vote, so the committee meets beside the guide.
    if (isDecided) await decideAt(path.join(folder, 'data'), meaning('RUN', person, printed));
    const given = withMeanings(script, person, printed);
    const { code, stdout, stderr } = await run(given, tokens.get(person) ?? '');
    const output = `${stdout}${stderr}`;
    const report = `${person}:\n${given}\n${output}`;
    assert.equal(code === 0, refused === null, report);
    if (refused !== null) assert.ok(output.includes(refused), report);
    printed += output;
    assert.equal(withMeanings(script, person, printed), given, `begin a new block after this:\n${report}`);
    const token = /^(?:Token| ) +(rf_staff_\w+)$/m.exec(stdout)?.[1];
    if (token !== undefined) tokens.set(person, token);
    for (const line of shown) assert.match(output, pattern(line, person, printed), line);
  }
  return { folder, people: [...tokens.keys()].sort(), printed, run };
}

interface Block {
  person: string;
  /** What must be printed by a block that is refused. */
  refused: string | null;
  /** Whether the committee has decided before. */
  isDecided: boolean;
  script: string;
  /** Lines that the guide shows as printed. */
  shown: string[];
}

const FENCED = /^```([^\n]*)\n(.*?)^```$/gms;

function readBlocks(file: string): Block[] {
  const guide = readFileSync(path.join(repository, file), 'utf8');
  const blocks: Block[] = [];
  const found = [...guide.matchAll(FENCED)];
  assert.equal(guide.split('```').length - 1, 2 * found.length, 'a block is not closed');
  for (const [, language, body] of found) {
    const lines = body!.trimEnd().split('\n');
    if (language === 'text') {
      assert.equal(blocks.at(-1)?.shown.length, 0, `output without commands: ${body}`);
      blocks.at(-1)!.shown = lines;
      continue;
    }
    assert.equal(language, 'sh', `a block is neither commands nor output: ${body}`);
    const heading = lines.shift()!;
    const [, person] = /^# ([A-Z][a-z]+), [a-z ]+$/.exec(heading) ?? [];
    const isDecided = heading.endsWith(' after the committee');
    assert.ok(person, `a block does not say who acts: ${body}`);
    const [, refused = null] = /^# refused: (.+)$/.exec(lines[0]!) ?? [];
    blocks.push({ person, refused, isDecided, script: lines.join('\n'), shown: [] });
  }
  return blocks;
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** How the words in capitals are printed. */
const PRINTED: Record<string, (person: string) => RegExp> = {
  CODE: (person) => new RegExp(`^${person} is invited until .*\\n +(rf_invite_\\w+)$`, 'gm'),
  CHECK: () => /^Check number: (\S+)$/gm,
  TOKEN: () => /(rf_staff_\w+)$/gm,
  BATCH: () => new RegExp(`in batch (${ID})$`, 'gm'),
  EVIDENCE: () => new RegExp(`rf evidence open (${ID})`, 'g'),
  RUN: () => new RegExp(`^run (${ID}):`, 'gm'),
  REQUEST: () => new RegExp(`rf approvals approve (${ID})$`, 'gm'),
};

/** What it stands for now: the last one that was printed. */
function meaning(word: string, person: string, printed: string): string {
  if (word === 'CHECKOUT') return repository.replace(/\/$/, '');
  assert.ok(Object.hasOwn(PRINTED, word), `unknown word in capitals: ${word}`);
  const last = [...printed.matchAll(PRINTED[word]!(person))].at(-1)?.[1];
  assert.ok(last, `no command has printed a ${word} for ${person}`);
  return last;
}

/** Capitals in commands that stand for themselves. */
const LITERAL = new Set(['BTC', 'PATH', 'PLACEHOLDER', 'USD']);

function withMeanings(script: string, person: string, printed: string): string {
  return script.replaceAll(/\b[A-Z]{3,}\b/g, (word) =>
    LITERAL.has(word) ? word : meaning(word, person, printed),
  );
}

/** A shown line, in which … stands for any text. The columns of a table can be wider than shown. */
function pattern(line: string, person: string, printed: string): RegExp {
  const source = line
    .split(/(…|\bDATE\b| {2,}|\b[A-Z]+\b)/)
    .map((part) => {
      if (part === '…') return '.*';
      if (part === 'DATE') return '\\d{4}-\\d\\d-\\d\\d';
      // The advice "rf staff claim CODE" is printed in these words.
      if (part in PRINTED && !line.includes('rf staff claim CODE'))
        return RegExp.escape(meaning(part, person, printed));
      return /^ {2,}$/.test(part) ? ' {2,}' : RegExp.escape(part);
    })
    .join('');
  return new RegExp(`^${source}$`, 'm');
}

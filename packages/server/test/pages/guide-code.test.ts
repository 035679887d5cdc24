// Every block of code in the guides is run or checked: `rf` commands that need people or ids by the parser of `rf`, queries
// against the demo, JSON and programs by their own parsers, and the others are run by guide-code.system.test.ts. A block
// that none of these takes fails, unless it is listed here.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { sqliteFile } from '@rf-indicators/core/store/sqlite-file';
import { type CodeBlock, codeBlocks } from '../../../../test/support/guide-blocks.ts';
import { temporaryFolder } from '../../../../test/support/lifetime.ts';
import { parseCommand } from '../../../../test/support/parse-command.ts';
import { repository } from '../../../../test/support/repository.ts';
import { copySqlite, MIGRATED } from '../../../../test/support/templates.ts';
import { GUIDES, UNSERVED } from '../../src/rendering/guides/contents.ts';
import { isRunInShell, RUN } from './guide-runs.ts';

const run = promisify(execFile);

/** Guides whose blocks another test runs as they are written. */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  'docs/use/agents.md': 'packages/server/test/agent/mcp.system.test.ts',
  'docs/desk/desk-guide.md': 'packages/server/test/cli/desk-guide.system.test.ts',
  'docs/desk/first-score.md': 'packages/server/test/cli/first-score.test.ts',
  'docs/operate/deploying.md': 'test/deploying.system.test.ts',
  'docs/operate/from-one-machine-to-three.md': 'packages/server/test/cli/move-to-three-nodes.system.test.ts',
  'docs/use/embeds.md': 'packages/server/test/pages/embeds.test.ts',
  'docs/use/packages.md': 'test/docs-methodology.test.ts',
  'docs/use/spreadsheets.md': 'packages/server/test/api/spreadsheet-recipes.system.test.ts',
  'docs/operate/runbook.md': 'test/runbook.test.ts',
  'docs/desk/input-errors.md': 'test/docs-methodology.test.ts',
  'packages/sdk/README.md': 'packages/sdk/test/packed.system.test.ts',
};

/** Blocks by their first line, and why they are not run. */
const EXEMPT: Readonly<Record<string, string>> = {
  'server {': 'packages/server/test/cli/export/nginx.system.test.ts runs it.',
  'npm run faults                   # every fault, for its full time':
    'test/faults.system.test.ts has short forms.',
  '02:36:16  webhook.test (test)  This is a test: deliveries arrive.  …':
    'packages/server/test/cli/remote-listen.system.test.ts compares it with what rf prints.',
  'sqlite3 -readonly -header -column data/rf.sqlite': 'It opens a prompt. The queries below it are run.',
  'npm test -- test/readme.system.test.ts                                   # one file, with a demo world and, if it asks, PostgreSQL':
    'It runs tests.',
  'npm pack --workspace packages/sdk                    # writes rf-indicators-sdk-X.Y.Z.tgz':
    'packed.system.test.ts and the checks of the Python package build both.',
  'cd python': 'The checks of the Python package build and install it in the full run.',
  'python3 -m rf_indicators replay indicator.json':
    'docs/use/verification.md has the same commands, which are run. The confirmation is checked by the tests of the Python package.',
  '$ psql -v ON_ERROR_STOP=1 -v database=rf -v owner_password=SECRET -v service_password=SECRET -f ops/postgres/roles.sql "$ADMIN_URL"':
    'postgres-roles.system.test.ts runs it.',
  'RF_WITNESSES="witness.example/w1+df1c0a35+BIE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU https://witness.example"':
    'It sets a variable.',
};

const blocks = GUIDES.flatMap(({ file }) => codeBlocks(file));
const firstLine = ({ text }: CodeBlock) => text.split('\n')[0]!;
const inOrder = blocks.filter((block) => !(block.file in RUN_ELSEWHERE) && !(firstLine(block) in EXEMPT));
/** Those that a test has taken. */
const taken = new Set<CodeBlock>();

test('every guide is served or is listed as one that is not', () => {
  const listed = [...GUIDES, ...UNSERVED].map(({ file }) => file);
  const pages = globSync('docs/**/*.md', { cwd: repository }).filter(
    (file) => !/^docs\/(adr\/|README\.md$)/.test(file),
  );
  assert.deepEqual(listed.filter((file) => file.startsWith('docs/')).sort(), pages.sort());
});

test('some blocks are run in shells, by another test', () => {
  for (const block of inOrder.filter(isRunInShell)) taken.add(block);
  assert.ok(taken.size > RUN.length);
});

test('JSON blocks are JSON', () => {
  for (const block of inOrder.filter(({ language }) => language === 'json')) {
    JSON.parse(block.text);
    taken.add(block);
  }
});

test('queries run on the store', async (t) => {
  const { dataDir } = await copySqlite(MIGRATED, temporaryFolder(t));
  const store = new DatabaseSync(sqliteFile(dataDir), { readOnly: true });
  for (const block of inOrder.filter(({ language }) => language === 'sql')) {
    store.prepare(block.text).all();
    taken.add(block);
  }
  store.close();
});

test('commands of rf exist, and take these options and arguments', async () => {
  for (const block of inOrder.filter((each) => !taken.has(each) && /^(sh)?$/.test(each.language))) {
    const lines = block.text.split('\n').filter((line) => line !== '' && !/^(#|export )/.test(line));
    if (!lines.every((line) => /^rf /.test(line))) continue;
    for (const line of lines) await parseCommand(line, block.file);
    taken.add(block);
  }
});

test('programs in Python are valid, inside a function that may wait', async () => {
  const programs = inOrder.filter((each) => !taken.has(each) && each.language === 'python');
  const functions = programs.map(({ text }) => `async def block():\n${text.replaceAll(/^(?=.)/gm, '    ')}`);
  await run('python3', ['-c', 'import ast, sys\nfor text in sys.argv[1:]: ast.parse(text)', ...functions]);
  for (const block of programs) taken.add(block);
});

test('programs in JavaScript that nothing else runs are valid', () => {
  for (const block of inOrder.filter((each) => !taken.has(each) && each.language === 'js')) {
    stripTypeScriptTypes(block.text);
    taken.add(block);
  }
});

test('no command overwrites the package.json of the folder that its reader works in', () => {
  const overwrites = blocks.filter(({ text }) => /(?:-o|--out|>) *package\.json\b/.test(text));
  assert.deepEqual(
    overwrites.map(({ file, text }) => `${file}: ${text}`),
    [],
  );
});

test('no block is left out, and no exemption is left over', () => {
  const left = inOrder.filter((block) => !taken.has(block));
  assert.deepEqual(
    left.map(({ file, language, text }) => `${file} ${language}: ${text.slice(0, 80)}`),
    [],
  );
  for (const line of Object.keys(EXEMPT))
    assert.ok(
      blocks.some((block) => firstLine(block) === line),
      line,
    );
  for (const [file, by] of Object.entries(RUN_ELSEWHERE)) {
    assert.ok(existsSync(path.join(repository, by)), by);
    assert.ok(
      blocks.some((block) => block.file === file),
      file,
    );
  }
});

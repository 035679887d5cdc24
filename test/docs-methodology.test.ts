// Checks docs/use/methodology.md, docs/use/packages.md and docs/desk/input-errors.md against the engine and rf.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseVerifierKey, type ScoredResult, verify } from '@rf-indicators/engine';

const repository = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'rf-docs-'));
after(() => rmSync(folder, { recursive: true }));

const methodologyPage = page('use/methodology');
const packagesPage = page('use/packages');
const errorsPage = page('desk/input-errors');

function page(name: string): string {
  return readFileSync(path.join(repository, `docs/${name}.md`), 'utf8');
}

function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, block]) => block!,
  );
}

/** The cells of all table rows in a text. */
function tableRows(text: string): string[][] {
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Runs a code block of the docs in the repository, with rf in the PATH. */
function shell(script: string): { status: number | null; stdout: string; stderr: string } {
  const bin = path.join(repository, 'node_modules/.bin');
  return spawnSync('sh', ['-eu', '-c', script], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
  });
}

function has(tool: string): boolean {
  return shell(`command -v ${tool}`).status === 0;
}

// ---- texts ----

/** The templates in the table under "Texts" as regular expressions, by use. */
function templates(): Map<string, string> {
  const section = methodologyPage.split('\n## Texts\n')[1]!.split('\n## ')[0]!;
  const rows = tableRows(section).filter(([, text]) => text!.startsWith('`'));
  return new Map(rows.map(([use, text]) => [use!, asPattern(text!.slice(1, -1))]));
}

/** Names in braces match any text without a colon or semicolon, so that a match stays within its template. */
function asPattern(template: string): string {
  return template
    .split(/\{\w+\}/)
    .map((fixed) => fixed.replace(/[.()]/g, '\\$&'))
    .join('[^:;]+?');
}

test('every text in the vectors and samples matches a template in the docs, and every template is used', () => {
  const of = templates();
  const part = (use: string) => of.get(use) ?? assert.fail(`the docs have no text "${use}"`);
  const optional = (use: string) => `(?<${use.replaceAll(' ', '_')}>${part(use)})?`;
  const uses = ['detail, number', 'detail, option', 'detail, missing', 'detail, expired', 'detail, other'];
  const stale = optional('added if stale');
  const details = uses.map(
    (use) => [use, new RegExp(`^${part(use)}${/number|option/.test(use) ? stale : ''}$`)] as const,
  );
  const additions = [
    'added if a cap binds',
    'added if there is a ceiling factor',
    'added if there is a floor factor',
  ];
  const summary = new RegExp(`^${part('summary')}${additions.map(optional).join('')}$`);

  const met = new Set<string>();
  const meet = (use: string, found: RegExpExecArray | null, text: string) => {
    assert.ok(found, `no template of the docs gives: ${text}`);
    met.add(use);
    for (const [name, value] of Object.entries(found.groups ?? {})) {
      if (value !== undefined) met.add(name.replaceAll('_', ' '));
    }
  };
  for (const { decision } of publishedResults()) {
    meet('summary', summary.exec(decision.summary), decision.summary);
    for (const { detail } of [...decision.ceiling_factors, ...decision.floor_factors]) {
      const [use, pattern] = details.find(([, candidate]) => candidate.test(detail)) ?? details[0]!;
      meet(use, pattern.exec(detail), detail);
    }
  }
  assert.deepEqual([...met].sort(), [...of.keys()].sort());
});

function publishedResults(): ScoredResult[] {
  const files = ['methodology/samples/results.jsonl', 'methodology/vectors/*/*.results.jsonl'];
  return globSync(files, { cwd: repository })
    .flatMap((file) => readFileSync(path.join(repository, file), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as ScoredResult)
    .filter(({ status }) => status === 'SCORED');
}

// ---- the worked examples ----

const [packageCommands, hashCommands, signatureCommands] = blocks(packagesPage, 'sh').map((block) =>
  block.replaceAll('/tmp/rf-example', folder),
);

const examples = packagesPage.slice(packagesPage.indexOf('\n## Worked example'));

function tableValues(what: string): string[] {
  const row = tableRows(examples).find(([first]) => first === what);
  return row?.[1]?.replaceAll('`', '').split('<br>') ?? assert.fail(`the docs have no value for ${what}`);
}

function tableValue(what: string): string {
  return tableValues(what)[0]!;
}

// The following tests use the files that this creates.
const packed = shell(packageCommands!);

test('rf package and rf replay print the hash and the id shown in the docs', () => {
  const { status, stdout, stderr } = packed;
  assert.equal(status, 0, stderr);
  assert.match(stdout, new RegExp(`^REPLAYED {2}${tableValue('`verification_id`')} `, 'm'));
  for (const [check, what] of [
    ['package hash', '`package_hash`'],
    ['methodology', '`methodology_digest`'],
    ['configuration', '`configuration_digest`'],
  ]) {
    assert.ok(stdout.includes(`ok   ${check}: ${tableValue(what!)}\n`), what);
  }
});

test('the python3 commands print the same hash and id', { skip: !has('python3') }, () => {
  const { stdout, stderr } = shell(hashCommands!);
  assert.equal(stdout, `${tableValue('`package_hash`')}\n${tableValue('`verification_id`')}\n`, stderr);
});

test('the openssl commands accept a signature', { skip: !has('python3') || !has('openssl') }, () => {
  const { status, stdout, stderr } = shell(signatureCommands!);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^VERIFIED .*^Signature Verified Successfully$/ms);
});

test('the signature and the log entry in the docs verify with the key in the docs', async () => {
  const answer = JSON.parse(readFileSync(path.join(folder, 'FX-01.json'), 'utf8'));
  const [statement, checkpoint] = blocks(packagesPage, 'text');
  assert.deepEqual(JSON.parse(statement!), answer.data.statement);
  answer.data.signature = {
    algorithm: 'Ed25519',
    key_id: tableValue('`signature.key_id`'),
    value: tableValue('`signature.value`'),
  };
  answer.data.log = {
    index: 0,
    tree_size: 3,
    inclusion_proof: tableValues('`inclusion_proof` of leaf 0'),
    checkpoint,
  };
  const report = await verify(JSON.stringify(answer), [await parseVerifierKey(tableValue('verifier key'))]);
  assert.deepEqual(
    report.checks.filter(({ ok }) => !ok),
    [],
  );
  assert.ok(report.checks.some(({ check }) => check === 'log'));
});

test('rf score refuses the example with the errors shown in the docs', () => {
  const [runs, refusal] = blocks(errorsPage, 'json');
  const file = path.join(folder, 'invalid.json');
  writeFileSync(file, runs!);
  const { status, stdout } = shell(`rf score --runs "${file}"`);
  assert.equal(status, 1);
  assert.deepEqual(JSON.parse(stdout), JSON.parse(refusal!));
});

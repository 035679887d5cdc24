// Every block of code in the guides is run or checked: commands against the demo, `rf` commands that need people or ids by the
// parser of `rf`, JSON and programs by their own parsers. A block that none of these takes fails, unless it is listed here.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { cases } from '../../../../test/support/counts.ts';
import { type CodeBlock, codeBlocks } from '../../../../test/support/guide-blocks.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { parseCommand } from '../../../../test/support/parse-command.ts';
import { repository, temporaryFolder, wholeFile } from '../../../../test/support/rf.ts';
import { type DemoCredentials, readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { GUIDES, UNSERVED } from '../../src/rendering/guides/contents.ts';

const run = promisify(execFile);

/** Their `sh` blocks are run here, one after the other, in a folder of their own. */
const RUN = [
  'docs/quick-start.md',
  'docs/authentication.md',
  'docs/api.md',
  'docs/console.md',
  'docs/verification.md',
  'docs/verification-page.md',
];

/** Guides whose blocks another test runs as they are written. */
const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  'docs/agents.md': 'packages/server/test/agent/mcp.test.ts',
  'docs/desk-guide.md': 'packages/server/test/cli/desk-guide.test.ts',
  'docs/first-score.md': 'packages/server/test/cli/first-score.test.ts',
  'docs/deploying.md': 'test/deploying.system.test.ts',
  'docs/from-one-machine-to-three.md': 'packages/server/test/cli/move-to-three-nodes.system.test.ts',
  'docs/packages.md': 'test/docs-methodology.test.ts',
  'docs/runbook.md': 'test/runbook.test.ts',
  'docs/input-errors.md': 'test/docs-methodology.test.ts',
  'packages/sdk/README.md': 'packages/sdk/test/packed.system.test.ts',
};

/** Blocks by their first line, and why they are not run. */
const EXEMPT: Readonly<Record<string, string>> = {
  'server {': 'packages/server/test/cli/export/nginx.system.test.ts runs it.',
  'npm run faults                   # every fault, for its full time':
    'test/faults.system.test.ts has short forms.',
  'npm start': 'It does not end. packages/server/test/webhooks runs the command to listen.',
  'sqlite3 -readonly -header -column data/rf.sqlite': 'It opens a prompt. The queries below it are run.',
  'npm test -- test/readme.system.test.ts                                          # one file, with PostgreSQL and a demo world':
    'It runs tests.',
  'npm pack --workspace packages/sdk                    # writes rf-indicators-sdk-X.Y.Z.tgz':
    'packed.system.test.ts and the checks of the Python package build both.',
  'cd python': 'The checks of the Python package build and install it in the full run.',
  'python3 -m rf_indicators replay package.json':
    'docs/verification.md has the same commands, which are run. The confirmation is checked by the tests of the Python package.',
  'RF_WITNESSES="witness.example/w1+df1c0a35+BIE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU https://witness.example"':
    'It sets a variable.',
};

const blocks = GUIDES.flatMap(({ file }) => codeBlocks(file));
const firstLine = ({ text }: CodeBlock) => text.split('\n')[0]!;
const inOrder = blocks.filter((block) => !(block.file in RUN_ELSEWHERE) && !(firstLine(block) in EXEMPT));
/** Those that a test has taken. */
const taken = new Set<CodeBlock>();

let server: Awaited<ReturnType<typeof startInProcess>>;
let credentials: DemoCredentials;
let folder: string;
let environment: NodeJS.ProcessEnv;

before(async () => {
  if (!existsSync(path.join(repository, 'dist/clients/packages.json')))
    await import('../../../../scripts/build-clients.ts');
  server = await startInProcess(wholeFile);
  credentials = readCredentialsFile(server.dataDir)!;
  folder = temporaryFolder(wholeFile);
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  environment = {
    ...process.env,
    ...(await pythonEnvironment()),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
});

/**
 * pip installs the package itself from the service. In `npm test`, what that needs is in the environment of the Python tests; in
 * the full run, pip gets it from the package index, as for everybody.
 */
async function pythonEnvironment(): Promise<Record<string, string>> {
  const ready = path.join(repository, 'node_modules/.cache/python/environment/bin');
  const site = path.join(folder, 'site');
  const rf = path.join(repository, 'node_modules/.bin');
  if (!cases(existsSync(ready), false)) {
    await run('python3', ['-m', 'venv', path.join(folder, 'venv')]);
    return {
      PATH: [path.join(folder, 'venv/bin'), path.dirname(process.execPath), rf, process.env.PATH].join(':'),
    };
  }
  return {
    PATH: [ready, path.dirname(process.execPath), rf, process.env.PATH].join(':'),
    PIP_TARGET: site,
    PIP_NO_DEPS: '1',
    PYTHONPATH: site,
  };
}

/** As a reader would run it, with what the guide leaves to the reader filled in. */
async function runScript(script: string, more: Record<string, string> = {}): Promise<string> {
  const filled = script
    .replaceAll('http://localhost:8080', server.url)
    .replaceAll('rf_live_YOUR_KEY', credentials.keys.PROFESSIONAL)
    .replaceAll('rf_live_YOUR_AGENT_KEY', credentials.keys.AGENT)
    .replaceAll('curl -s ', 'curl -sf ');
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', filled], {
    cwd: folder,
    env: { ...environment, ...more },
    encoding: 'utf8',
  }).catch((error) => assert.fail(`${filled}\n${error.stdout}${error.stderr}`));
  return stdout;
}

/** A program is saved under the name that the guide gives it, and run as the guide says. */
function asShell({ language, text, above }: CodeBlock): string {
  if (language === 'sh') return text;
  const [, name = `block.${language === 'js' ? 'mjs' : 'py'}`] = /Save this as `([^`]+)`/.exec(above) ?? [];
  return `cat > ${name} <<'RF_END'\n${text}RF_END\n${language === 'js' ? 'node' : 'python3'} ${name}\n`;
}

test('every guide is served or is listed as one that is not', () => {
  const served = new Set(GUIDES.map(({ file }) => file));
  for (const file of globSync('docs/*.md', { cwd: repository }))
    assert.ok(served.has(file) !== file in UNSERVED, `${file} must be in GUIDES or in UNSERVED`);
});

for (const file of RUN) {
  test(`${file} works as written`, async () => {
    const own = inOrder.filter((block) => block.file === file && block.language !== 'json');
    for (const block of own) taken.add(block);
    const script = own
      .filter(({ language }) => language !== 'text')
      .map(asShell)
      .join('\n');
    const { data } = (await (await fetch(`${server.url}/api/public/keys`)).json()) as {
      data: { public_key: string }[];
    };
    const confirmed = (await (
      await fetch(`${server.url}/api/v1/scores/brindlewick-vaults`, {
        headers: { 'x-api-key': credentials.keys.PROFESSIONAL },
      })
    ).json()) as { confirmed_by: { run: string } | null };
    const stdout = await runScript(script, {
      RF_URL: server.url,
      RF_KEY: credentials.keys.ENTERPRISE,
      RF_TOKEN: memberToken(),
      PINNED_KEY: data.at(-1)!.public_key,
      RUN: confirmed.confirmed_by?.run ?? '',
    });
    for (const line of own
      .filter(({ language }) => language === 'text')
      .flatMap(({ text }) => text.trimEnd().split('\n')))
      assert.ok(stdout.includes(line), `not printed: ${line}\n${stdout}`);
    // Both clients have printed a score.
    const printed = stdout.match(/^\d+\.\d\d (?:LOW|MEDIUM|ELEVATED|HIGH)$/gm) ?? [];
    if (file === 'docs/quick-start.md') assert.equal(printed.length, 2);
  });
}

function memberToken(): string {
  return credentials.workspaces.find(({ tier }) => tier === 'ENTERPRISE')!.member_token;
}

test('JSON blocks are JSON', () => {
  for (const block of inOrder.filter(({ language }) => language === 'json')) {
    JSON.parse(block.text);
    taken.add(block);
  }
});

test('queries run on the store', () => {
  const store = new DatabaseSync(path.join(server.dataDir, 'rf.sqlite'), { readOnly: true });
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

test('requests of other guides are answered', async () => {
  const [debugging] = inOrder.filter(
    ({ file, text }) => file === 'docs/debugging.md' && text.includes('rf replay'),
  );
  const { data } = (await (await fetch(`${server.url}/api/public/scores`)).json()) as {
    data: { verification_id: string }[];
  };
  const printed = await runScript(debugging!.text, {
    URL: server.url,
    ENTERPRISE: credentials.keys.ENTERPRISE,
    ID: data[0]!.verification_id,
  });
  assert.match(printed, /^REPLAYED /m);
  taken.add(debugging!);
  const [events] = inOrder.filter(
    ({ file, text }) => file === 'docs/webhooks.md' && text.includes('/api/v1/events'),
  );
  assert.match(await runScript(events!.text, { RF_API_KEY: credentials.keys.PROFESSIONAL }), /"next_after"/);
  taken.add(events!);
  const [signature] = inOrder.filter(
    ({ file, text }) => file === 'docs/webhooks.md' && text.includes('openssl'),
  );
  assert.match(
    await runScript(signature!.text, { BODY: '{}', RF_WEBHOOK_SECRET: 'whsec_x' }),
    /^[0-9a-f]{64}$/m,
  );
  taken.add(signature!);
});

test('programs in Python are valid, inside a function that may wait', async () => {
  for (const block of inOrder.filter((each) => !taken.has(each) && each.language === 'python')) {
    const body = block.text.replaceAll(/^(?=.)/gm, '    ');
    await run('python3', ['-c', 'import ast, sys; ast.parse(sys.argv[1])', `async def block():\n${body}`]);
    taken.add(block);
  }
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

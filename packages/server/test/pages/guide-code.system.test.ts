// Commands and programs of the guides are run as they are written, against the demo. They start shells, npm, pip, Python and
// rf; guide-code.test.ts checks all other blocks.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { cases } from '../../../../test/support/counts.ts';
import { type CodeBlock, codeBlocks } from '../../../../test/support/guide-blocks.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { temporaryFolder, wholeFile } from '../../../../test/support/lifetime.ts';
import { repository } from '../../../../test/support/repository.ts';
import { assertPrints } from '../../../../test/support/shown-lines.ts';
import { type DemoCredentials, readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { isRunInShell, REQUESTS, RUN } from './guide-runs.ts';

const run = promisify(execFile);

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
 * pip installs the package itself from the service. In `npm run test:system`, what that needs is in the environment of the Python tests; in
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
    .replaceAll('rf_live_YOUR_ENTERPRISE_KEY', credentials.keys.ENTERPRISE)
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

for (const file of RUN) {
  test(`${file} works as written`, async () => {
    const own = codeBlocks(file).filter(isRunInShell);
    const script = own
      .filter(({ language }) => language !== 'text')
      .map(asShell)
      .join('\n');
    const stdout = await runScript(script, {
      RF_URL: server.url,
      RF_KEY: credentials.keys.PROFESSIONAL,
      RF_TOKEN: memberToken(),
    });
    const shown = own.filter(({ language }) => language === 'text');
    assertPrints(
      stdout,
      shown.flatMap(({ text }) => text.trimEnd().split('\n')),
    );
    // Both clients have printed a score.
    const printed = stdout.match(/^\d+\.\d\d (?:LOW|MEDIUM|ELEVATED|HIGH)$/gm) ?? [];
    if (file === 'docs/use/quick-start.md') assert.equal(printed.length, 2, stdout);
  });
}

function memberToken(): string {
  return credentials.workspaces.find(({ tier }) => tier === 'ENTERPRISE')!.member_token;
}

test('requests of other guides are answered', async () => {
  const { data } = (await (await fetch(`${server.url}/api/public/scores`)).json()) as {
    data: { verification_id: string }[];
  };
  const environment = {
    URL: server.url,
    ENTERPRISE: credentials.keys.ENTERPRISE,
    ID: data[0]!.verification_id,
    RF_URL: server.url,
    RF_KEY: credentials.keys.PROFESSIONAL,
    BODY: '{}',
    RF_WEBHOOK_SECRET: 'whsec_x',
  };
  for (const { file, part, printed } of REQUESTS) {
    const [block] = codeBlocks(file).filter(({ text }) => text.includes(part));
    assert.match(await runScript(asShell(block!), environment), printed, file);
  }
});

test('the problem in the API guide is the one that the service sends', async () => {
  const [block] = codeBlocks('docs/use/api.md').filter(({ language }) => language === 'json');
  const response = await fetch(`${server.url}/api/v1/scores?limit=5000`, {
    headers: { 'x-api-key': credentials.keys.PROFESSIONAL },
  });
  const members = (text: string) => {
    const { request_id, type, ...rest } = JSON.parse(text);
    return { ...rest, type: new URL(type).hash };
  };
  assert.deepEqual(members(await response.text()), members(block!.text));
});

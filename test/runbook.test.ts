// Alerts, their runbook and the dashboard: each alert has its section, with three commands that work, and every metric
// that is named exists.

import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { type Api, startApi } from './support/api.ts';
import { wholeFile } from './support/lifetime.ts';
import { parseCommand } from './support/parse-command.ts';
import { repository } from './support/repository.ts';

const run = promisify(execFile);

/** What tells whether several nodes work together. */
const SHOWN_OF_NODES = [
  'rf_nodes',
  'rf_leader',
  'rf_clock_steady',
  'rf_shared_limits_up',
  'rf_shared_limit_fallbacks_total',
];

/** Programs of the machine that a runbook may name, besides rf and curl. */
const TOOLS = [
  'chronyc',
  'df',
  'du',
  'journalctl',
  'nginx',
  'psql',
  'redis-cli',
  'ss',
  'systemctl',
  'timedatectl',
  'top',
];

const RULES = 'ops/prometheus/alerts.yml';
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');

const alerts = read(RULES)
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({ name: text.split('\n', 1)[0]!, text }));

const sections = read('docs/operate/runbook.md')
  .split(/^### /m)
  .slice(1)
  .map((text) => ({ name: text.split('\n', 1)[0]!, text: text.split(/^## /m, 1)[0]! }));

function commandsOf({ text }: { text: string }): string[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!);
  return blocks.flatMap((block) => block.trimEnd().split('\n'));
}

let api: Api;
let exported: Set<string>;

before(async () => {
  // Nobody listens there. The metrics of shared limits exist if Redis is set, whether it responds or not.
  api = await startApi(wholeFile, { env: { RF_REDIS_URL: 'redis://127.0.0.1:9' } });
  await api.get('/api/v1/scores', api.keys.ENTERPRISE);
  const text = await (await fetch(`${api.url}/metrics`)).text();
  exported = new Set([...text.matchAll(/^(\w+)[ {]/gm)].map(([, name]) => name!));
});

/** The names of our metrics in an expression; `up` is made by Prometheus. */
function metricsIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:rf|process)_\w+/g)].map(([name]) => name);
}

test('every alert has one section, and every section one alert', () => {
  assert.ok(alerts.length > 15);
  assert.deepEqual(
    sections.map(({ name }) => name),
    alerts.map(({ name }) => name),
    'in the same order',
  );
  assert.equal(new Set(alerts.map(({ name }) => name)).size, alerts.length);
});

test('every alert says how urgent it is, what happened, and where to read on', () => {
  for (const { name, text } of alerts) {
    assert.match(text, /^ {10}severity: (critical|warning)$/m, name);
    for (const annotation of ['summary', 'description'])
      assert.match(text, new RegExp(`^ {10}${annotation}: .{20,}$`, 'm'), `${name} ${annotation}`);
    const [, anchor] = /^ {10}runbook_url: https:\/\/\S+\/docs\/runbook#(\S+)$/m.exec(text) ?? [];
    assert.equal(anchor, name.toLowerCase());
  }
});

test('every section says what it means, gives three commands, and says when it is over', () => {
  for (const section of sections) {
    const { name, text } = section;
    const parts = [...text.matchAll(/^\*\*(What it means|First commands|It is over when)\b/gm)].map(
      ([, part]) => part,
    );
    assert.deepEqual(parts, ['What it means', 'First commands', 'It is over when'], name);
    assert.equal(commandsOf(section).length, 3, name);
  }
});

test('every command is one of rf, a request that is answered, or a known tool', async () => {
  const commands = [...new Set(sections.flatMap(commandsOf))];
  for (const command of commands) {
    const [program] = command.split(' ', 1);
    if (program === 'rf') await parseCommand(command, 'docs/operate/runbook.md');
    else if (program === 'curl') await runRequest(command);
    else assert.ok(TOOLS.includes(program!), command);
  }
});

/** As written, but a response that is an error fails. */
async function runRequest(command: string): Promise<void> {
  const [request, filter = ''] = command.split(' | ', 2);
  const env = { ...process.env, URL: api.url, NODE: api.url, METRICS: api.url };
  const { stdout } = await run('bash', ['-c', request!.replace('curl -sS', 'curl -sSf')], { env });
  assert.ok(stdout.length > 0, command);
  if (filter === '') return;
  const [, quoted, plain] = /^grep (?:-E )?(?:'([^']+)'|(\S+))$/.exec(filter) ?? assert.fail(command);
  const pattern = new RegExp((quoted ?? plain)!, 'm');
  // A service that is well has counted no errors.
  const known = `${stdout}\nrf_answers_total{operation="x",status="503"} 1`;
  assert.match(known, pattern, command);
}

test('every metric of the alerts and of the dashboard exists', () => {
  const dashboard = read('ops/grafana/dashboard.json');
  const expressions = [...dashboard.matchAll(/"(?:expr|query)": "((?:[^"\\]|\\.)*)"/g)].map(
    ([, text]) => text!,
  );
  assert.ok(expressions.length > 40);
  const named = new Set([...alerts.map(({ text }) => text), ...expressions].flatMap(metricsIn));
  const known = new Set(exported);
  assert.deepEqual(
    [...named].filter((name) => !known.has(name)),
    [],
  );
  // Nothing is measured in vain: what an operator can see is on the dashboard.
  const shown = new Set(expressions.flatMap(metricsIn));
  for (const name of SHOWN_OF_NODES) assert.ok(shown.has(name), name);
});

test('the panels of the dashboard have a title and a description, and do not overlap', () => {
  const { panels } = JSON.parse(read('ops/grafana/dashboard.json')) as {
    panels: {
      type: string;
      title: string;
      description?: string;
      gridPos: { x: number; y: number; w: number; h: number };
    }[];
  };
  const taken = new Map<string, string>();
  for (const { type, title, description, gridPos } of panels) {
    assert.ok(title, type);
    if (type !== 'row') assert.ok(description, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
        assert.equal(taken.get(`${x} ${y}`), undefined, `${title} is over another panel`);
        taken.set(`${x} ${y}`, title);
        assert.ok(x < 24, title);
      }
    }
  }
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test('promtool accepts the rules and the example, and the alerts fire when they should', {
  skip: !hasPromtool && 'promtool is not installed (Debian package prometheus)',
}, async () => {
  const cwd = path.join(repository, 'ops/prometheus');
  await run('promtool', ['check', 'config', 'prometheus.yml'], { cwd });
  await run('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd }).catch((error) =>
    assert.fail(`${error.stdout}${error.stderr}`),
  );
});

test('every alert is in the tests of promtool', () => {
  const tested = read('ops/prometheus/alerts.test.yml');
  for (const { name } of alerts) assert.ok(tested.includes(`alertname="${name}"`), name);
});

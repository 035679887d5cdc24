// Real answers of the demo. Answers about published data depend only on the demo's dates, so they are the same each time;
// the others come from a running server.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { OPERATIONS, type Operation, type OperationId } from '@rf-indicators/contract';
import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { createMasterKeyFile, readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { createStore } from '@rf-indicators/core/store/open';
import { answerTool } from '../../packages/server/src/agent/answer-tool.ts';
import { agentManifest } from '../../packages/server/src/agent/manifest.ts';
import { agentPrompts } from '../../packages/server/src/agent/prompts/agent-prompts.ts';
import { cursorAfterEvent } from '../../packages/server/src/api/events.ts';
import { READS, type ReadId } from '../../packages/server/src/api/reads.ts';
import { demoDisclosure } from '../../packages/server/src/demo/disclosure.ts';
import { DEMO_POLICY } from '../../packages/server/src/demo/policies.ts';
import { ANNOUNCEMENT } from '../../packages/server/src/demo/story.ts';
import { simulateUntil } from '../../packages/server/src/demo/world.ts';
import { plainBytes } from '../../packages/server/src/rendering/body.ts';
import { readEvents } from '../../packages/server/src/rendering/events/event-list.ts';
import { namesOf } from '../../packages/server/src/rendering/names/read-names.ts';
import { resolveNames } from '../../packages/server/src/rendering/names/resolve-names.ts';
import { NO_BRANDING } from '../../packages/server/src/rendering/pages/site.ts';
import { isProblem, type Parameters, type Reading } from '../../packages/server/src/rendering/reading.ts';

export type Examples = Partial<Record<OperationId, unknown>>;

const WORLD_ENDS = Date.parse('2026-11-10T12:00:00Z');
const PROVIDER = 'brindlewick-vaults';

/** Query parameters of the examples: a few rows are enough to show the form. Other reads are asked without any. */
const QUERIES: Partial<Record<ReadId, Parameters>> = {
  listScores: { limit: 2, sort: '-final_score' },
  getScoreHistory: { limit: 3 },
  getScorePeers: { limit: 1 },
  getEvidenceOutlook: { days: 7 },
  listIssuances: { limit: 2 },
  listPublicHistories: { limit: 1 },
  getPublicHistory: { limit: 3 },
  getChangelog: { limit: 2 },
};

/** The files beside the prompt templates, with what is asked for each. */
const OF_PROMPTS: Readonly<Record<string, readonly [operation: ReadId, parameters: Parameters]>> = {
  'score-brindlewick-vaults': ['getScore', { providerId: PROVIDER }],
  'score-cobaltine-markets': ['getScore', { providerId: 'cobaltine-markets' }],
  'score-pennythrift': ['getScore', { providerId: 'pennythrift' }],
  'history-brindlewick-vaults': ['getScoreHistory', { providerId: PROVIDER, limit: 10 }],
  // Since a cap was applied.
  'changes-brindlewick-vaults': ['getScoreChanges', { providerId: PROVIDER, from: '2026-07-23' }],
  changelog: ['getChangelog', { limit: 8 }],
};

export interface PublishedExamples {
  examples: Examples;
  /** By the name of their file. */
  ofPrompts: Readonly<Record<string, unknown>>;
}

export async function publishedExamples(baseUrl: string): Promise<PublishedExamples> {
  return inTemporaryFolder(async (folder) => {
    createMasterKeyFile(folder);
    const store = await createStore({ dataDir: folder, databaseUrl: null });
    try {
      await simulateUntil(store, readMasterKey(folder, undefined), WORLD_ENDS);
      const served = await currentIndicators(store.db);
      const base = { db: store.db, baseUrl, disclosure: demoDisclosure() };
      const reading = {
        ...base,
        site: { ...NO_BRANDING, ...base },
        clock: () => WORLD_ENDS,
        snapshots: snapshotReader(store.db),
        names: namesOf(store.db),
      };
      const indicator = served.find(({ slug }) => slug === PROVIDER)!.verificationId;
      const run = served.find(({ confirmedBy }) => confirmedBy !== null)!.confirmedBy!.runId;
      const { version } = ANNOUNCEMENT;
      const path = {
        providerId: PROVIDER,
        slug: PROVIDER,
        id: indicator,
        verification_id: indicator,
        run,
        version,
      };
      const examples: Examples = {};
      for (const id of Object.keys(READS) as ReadId[]) {
        const { params, success }: Operation = OPERATIONS[id];
        // Parts of the log: bytes, and lists that only a service has sealed. Daily dumps: only a service has made them.
        if (['application/octet-stream', 'application/jsonl'].includes(success.mediaType ?? '')) continue;
        if (OPERATIONS[id].path.startsWith('/datasets/')) continue;
        // Files of the past: they would be longer than all other examples together.
        if (OPERATIONS[id].path.startsWith('/history/')) continue;
        // Spreadsheets: their columns are in a guide.
        if (OPERATIONS[id].tag === 'spreadsheets') continue;
        const inPath = Object.entries(path).filter(([name]) => name in params.properties);
        examples[id] = await exampleOf(reading, id, { ...Object.fromEntries(inPath), ...QUERIES[id] });
      }
      examples.resolve = await resolveExample(reading);
      examples.listEvents = await eventsExample(reading);
      const manifest = agentManifest(base, agentPrompts());
      examples.getAgentManifest = { ...manifest, tools: manifest.tools.slice(-1) };
      examples.callAgentTool = await toolExample(reading);
      const ofPrompts: Record<string, unknown> = {};
      for (const [file, [operation, parameters]] of Object.entries(OF_PROMPTS))
        ofPrompts[file] = await exampleOf(reading, operation, parameters);
      return { examples, ofPrompts };
    } finally {
      await store.close();
    }
  });
}

async function exampleOf(reading: Reading, operation: ReadId, parameters: Parameters): Promise<unknown> {
  const answer = await READS[operation](reading, parameters);
  if (isProblem(answer)) throw new Error(`${operation} was refused: ${answer.detail ?? answer.problem}`);
  const text = String(answer.keptContent ?? answer.content);
  return (answer.mediaType ?? 'application/json').includes('json') ? JSON.parse(text) : text;
}

async function eventsExample({ db, disclosure }: Reading): Promise<unknown> {
  const workspaceId = '00000000-0000-7000-8000-000000000001';
  const query = { workspaceId, isEntitled: true, after: 0, types: ['band.changed'], limit: 1 } as const;
  const body = await readEvents(db, query, { disclosure, cursorAfter: cursorAfterEvent });
  return JSON.parse(Buffer.from(plainBytes(body)).toString());
}

async function resolveExample(reading: Reading): Promise<unknown> {
  const names = ['Brindlewick Vaults', 'ZZZZ00FERROCLINE0050', 'Cobaltine Markets Ltd'];
  const { body } = await resolveNames(reading, names);
  return JSON.parse(Buffer.from(plainBytes(body)).toString());
}

async function toolExample(reading: Reading): Promise<unknown> {
  const input = { provider_name: 'Brindlewick Vaults', limit: 2 };
  const answer = await answerTool(reading, { tool: 'get_score_history', input, form: 'envelope' });
  if ('error' in answer) throw new Error(answer.error.message);
  return JSON.parse(Buffer.from(plainBytes(answer.body)).toString());
}

/** Examples that depend on the time and on usage, from a running server. */
export async function momentaryExamples(baseUrl: string): Promise<Examples> {
  return inTemporaryFolder(async (folder) => {
    const launcher = fileURLToPath(new URL('../../packages/server/bin/rf.mjs', import.meta.url));
    const child = spawn(process.execPath, [launcher, 'serve', '--demo'], {
      env: { ...process.env, PORT: '0', RF_DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    try {
      await once(child.stdout, 'data');
      const { base_url, keys } = JSON.parse(readFileSync(path.join(folder, 'demo-credentials.json'), 'utf8'));
      const ask = async (url: string, init: RequestInit = {}) =>
        JSON.parse((await (await fetch(base_url + url, init)).text()).replaceAll(base_url, baseUrl));
      const headers = { 'x-api-key': keys.PROFESSIONAL };
      await ask(`/api/v1/scores/${PROVIDER}`, { headers });
      const { id } = (await ask('/api/public/scores')).data.find(
        ({ slug }: { slug: string }) => slug === PROVIDER,
      );
      const evaluate = await ask('/api/v1/evaluate', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ policy: DEMO_POLICY, providers: [id], nonce: 'QmV0d2Vlbl90d28tbm9uY2Vz' }),
      });
      const bundle = await ask(`/api/v1/policies/${DEMO_POLICY}/bundle`, { headers });
      // One provider of all.
      bundle.document.providers.length = 1;
      const receipt = await ask('/api/public/score-request', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ provider_name: 'Fernbrook Treasury', planner_type: 'fiat' }),
      });
      return {
        getUsage: await ask('/api/v1/usage', { headers }),
        getStatus: await ask('/api/v1/status'),
        evaluate,
        getDecisions: await ask(`/api/v1/decisions/${evaluate.document.decision_id}`, { headers }),
        getPolicyBundle: bundle,
        requestScore: receipt,
        getScoreRequest: await ask(`/api/public/score-request/${receipt.request_id}`),
        getHealth: await ask('/api/health'),
        getReadiness: await ask('/readyz'),
      };
    } finally {
      child.kill('SIGTERM');
      await exited;
    }
  });
}

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rf-examples-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Renders what readers are served from a store: every read of the API for every record that it can be asked for, and
// what each API key may read.

import { createHash } from 'node:crypto';
import { LIMITATIONS_DISCLOSURE, OPERATIONS } from '@rf-indicators/contract';
import { readAccess } from '@rf-indicators/core/accounts/access-table';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read';
import type { Queries } from '@rf-indicators/core/store/store';
import { READS, type ReadId } from '../../packages/server/src/api/reads.ts';
import { canonicalUrl } from '../../packages/server/src/http/canonical-url.ts';
import { namesOf } from '../../packages/server/src/rendering/names/read-names.ts';
import { readScoresPage } from '../../packages/server/src/rendering/pages/scores/read.ts';
import { NO_BRANDING } from '../../packages/server/src/rendering/pages/site.ts';
import { isProblem, type Parameters, type Reading } from '../../packages/server/src/rendering/reading.ts';

export type Request = readonly [ReadId, Parameters];
/** SHA-256 of each answer, by URL. */
export type Answers = ReadonlyMap<string, string>;

const BASE_URL = 'http://rf.example';
const PAGE = 100;

/** Every read that the records of a store give a reason for. */
export async function requestsFor(db: Queries): Promise<Request[]> {
  const providers = await db.selectFrom('providers').select(['id', 'slug']).execute();
  const indicators = await db.selectFrom('indicators').select('verification_id').execute();
  const confirmations = await db.selectFrom('confirmations').select('run_id').execute();
  const frameworks = await db.selectFrom('methodologies').select('version').execute();
  const { tree_size } = await db.selectFrom('log_state').select('tree_size').executeTakeFirstOrThrow();
  const plain: ReadId[] = [
    'listScores',
    'getMethodology',
    'listIssuances',
    'listPublicScores',
    'listPublicHistories',
    'getChangelog',
    'listSigningKeys',
    'getCheckpoint',
    'getAtomFeed',
    'getJsonFeed',
  ];
  return [
    ...plain.map((operation): Request => [operation, {}]),
    ['getChangelog', { limit: PAGE }],
    ...providers.flatMap(({ id, slug }): Request[] => [
      ['getScore', { providerId: id }],
      ['getScoreHistory', { providerId: id, limit: PAGE }],
      ['getScoreChanges', { providerId: id }],
      ['getPublicHistory', { slug, limit: PAGE }],
      ['getBadge', { slug }],
    ]),
    ...indicators.flatMap(({ verification_id }): Request[] => [
      ['getComputation', { id: verification_id }],
      ['verifyIndicator', { verification_id }],
    ]),
    ...confirmations.map(({ run_id }): Request => ['getConfirmation', { run: run_id }]),
    ...frameworks.map(({ version }): Request => ['getMethodologyDifferences', { version }]),
    ...tilePaths(tree_size).map((path): Request => ['getTile', { path }]),
  ];
}

/** The widest tiles of hashes and of entries for a log of this size. */
function tilePaths(size: number): string[] {
  const full = Math.floor(size / 256);
  const rest = size % 256;
  const tiles = Array.from({ length: full }, (_, at) => String(at).padStart(3, '0'));
  if (rest > 0) tiles.push(`${String(full).padStart(3, '0')}.p/${rest}`);
  return tiles.flatMap((tile) => [`0/${tile}`, `entries/${tile}`]);
}

export async function answersOf(db: Queries, requests: readonly Request[], now: number): Promise<Answers> {
  const answers = new Map<string, string>();
  const reading: Reading = {
    ...{ db, baseUrl: BASE_URL, disclosure: LIMITATIONS_DISCLOSURE, pinned: null, clock: () => now },
    site: { ...NO_BRANDING, baseUrl: BASE_URL, disclosure: LIMITATIONS_DISCLOSURE },
    snapshots: snapshotReader(db),
    names: namesOf(db),
  };
  const names = await reading.names().catch(String);
  answers.set('names', sha256(JSON.stringify(typeof names === 'string' ? names : names.providers)));
  await addPage(answers, reading);
  for (const [operation, parameters] of requests) {
    answers.set(
      canonicalUrl(OPERATIONS[operation], parameters),
      await answerOf(reading, operation, parameters),
    );
  }
  answers.set('access', sha256(JSON.stringify(await readAccess(db).catch(String))));
  return answers;
}

/** The page of scores is no operation of the API. */
async function addPage(answers: Map<string, string>, reading: Reading): Promise<void> {
  const page = await readScoresPage(reading, {}).then(
    ({ content }) => sha256(String(content)),
    (error) => String(error),
  );
  answers.set('/', page);
}

async function answerOf(reading: Reading, operation: ReadId, parameters: Parameters): Promise<string> {
  try {
    const found = await READS[operation](reading, parameters);
    if (isProblem(found)) return JSON.stringify(found);
    return sha256(`${found.lastModified} ${Buffer.from(found.content).toString('latin1')}`);
  } catch (error) {
    return String(error);
  }
}

export function differentAnswers(intact: Answers, other: Answers): string[] {
  return [...new Set([...intact.keys(), ...other.keys()])].filter(
    (url) => intact.get(url) !== other.get(url),
  );
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

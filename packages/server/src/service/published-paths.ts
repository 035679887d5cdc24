// The addresses of everything that is published in one state of the store and needs no key and no query: what an export
// writes. In an order in which a folder can be filled while it is served: a checkpoint comes after the tiles that it
// covers.

import { OPERATIONS, type OperationId } from '@rf-indicators/contract';
import { civilDate, dayAfter } from '@rf-indicators/core/context/times';
import { readDatasetIndex } from '@rf-indicators/core/desk/datasets/read-datasets';
import { listSpecimens } from '@rf-indicators/core/desk/providers/specimens';
import { firstPublishedDay } from '@rf-indicators/core/desk/served/published-days';
import { latestCheckpoint, tilePaths } from '@rf-indicators/core/log/tiles';
import type { Queries } from '@rf-indicators/core/store/store';
import { canonicalUrl } from '../http/canonical-url.ts';
import { pagePaths } from '../pages/page-paths.ts';
import { changeCardPath, indicatorCardPath, SITE_CARD_PATH } from '../rendering/cards/card.ts';
import { weekOf } from '../rendering/history/iso-week.ts';
import type { Site } from '../rendering/pages/site.ts';
import { weeksBackFrom } from '../rendering/pages/weeks/counted-week.ts';
import type { Parameters } from '../rendering/reading.ts';

/** What the store has addresses for. */
interface PublishedNames {
  /** By the order of the log. */
  indicators: string[];
  runs: string[];
  /** Of the leaves that have a list. */
  lists: number[];
  tiles: string[];
  hasCheckpoint: boolean;
  providers: { id: string; slug: string; formerSlugs: string[] }[];
  /** Framework versions and digests that have a list of differences. */
  frameworks: string[];
  dates: string[];
  /** Ids of the entries of the changelog. */
  changes: string[];
  /** Names of the weeks since the first change. */
  weeks: string[];
  /** Slugs of the specimens that have a package now. */
  specimens: string[];
  /** The cards that pages name. */
  cards: string[];
  /** The UTC days from the first publication until today, and their years. */
  days: string[];
  years: string[];
}

type Enumerate = (names: PublishedNames) => Parameters[];

type Operations = typeof OPERATIONS;
/** The operations that anyone can read. */
type PublicId = {
  [Id in OperationId]: Operations[Id] extends { access: 'public'; method: 'GET' } ? Id : never;
}[OperationId];

const once: Enumerate = () => [{}];
const anyName = ({ id, slug, formerSlugs }: PublishedNames['providers'][number]) => [
  id,
  slug,
  ...formerSlugs,
];

/** In the order in which they are written. Operations that need a key or a body are not published. */
const OPERATION_PATHS: Readonly<Record<PublicId, Enumerate | null>> = {
  getTile: ({ tiles }) => tiles.map((path) => ({ path })),
  getLogList: ({ lists }) => lists.map((index) => ({ index })),
  getDataset: ({ dates }) => dates.map((date) => ({ date })),
  verifyIndicator: ({ indicators }) => indicators.map((verification_id) => ({ verification_id })),
  getConfirmation: ({ runs }) => runs.map((run) => ({ run })),
  getMethodologyDifferences: ({ frameworks }) => frameworks.map((version) => ({ version })),
  getPublicHistory: ({ providers }) => providers.flatMap(anyName).map((slug) => ({ slug })),
  getBadge: ({ providers }) =>
    providers.flatMap(({ slug, formerSlugs }) => [slug, ...formerSlugs]).map((slug) => ({ slug })),
  listPublicScores: once,
  listPublicHistories: once,
  getChangelog: once,
  getAtomFeed: once,
  getJsonFeed: once,
  getWeeklyAtomFeed: once,
  getWeeklyJsonFeed: once,
  getOpenApi: once,
  getOpenApiYaml: once,
  getAgentManifest: once,
  getHistoryYear: ({ years }) => years.map((year) => ({ year })),
  getHistoryDay: ({ days }) => days.map((date) => ({ date })),
  listDatasets: once,
  listSigningKeys: once,
  getCheckpoint: ({ hasCheckpoint }) => (hasCheckpoint ? [{}] : []),
  // These need the running service.
  getStatus: null,
  getScoreRequest: null,
  getHealth: null,
  getReadiness: null,
};

export interface PathOptions {
  /** Whether the files that readers keep of the verification pages are included. */
  keptFiles: boolean;
  /** Whether pages are included, and the files that they load. */
  site: boolean;
  /** Whether the pictures are included that others show with a link to a page. */
  cards: boolean;
}

/** `now`, in epoch milliseconds, is in the last day that has a list. */
export async function publishedPaths(
  db: Queries,
  site: Site,
  options: PathOptions,
  now: number,
): Promise<string[]> {
  const names = await readPublishedNames(db, now);
  const { indicators, providers, frameworks, changes, weeks, specimens } = names;
  const operations = Object.entries(OPERATION_PATHS) as [PublicId, Enumerate | null][];
  const ofOperations = operations.flatMap(([id, enumerate]) =>
    (enumerate?.(names) ?? []).map((parameters) => canonicalUrl(OPERATIONS[id], parameters)),
  );
  const pages = options.site
    ? [
        ...indicators.map((id) => `/verify/${id}`),
        ...(options.keptFiles ? indicators.map((id) => `/verify/${id}/keep.html`) : []),
        // By id and former slug they lead to the page of the current slug.
        ...providers.flatMap(anyName).flatMap((name) => [`/providers/${name}`, `/providers/${name}/report`]),
        ...specimens.flatMap((slug) => [`/why/${slug}`, `/specimens/${slug}.json`]),
        ...providers
          .flatMap(({ slug, formerSlugs }) => [slug, ...formerSlugs])
          .flatMap((slug) => [`/embed/${slug}`, `/embed/${slug}.svg`]),
        ...(options.cards ? names.cards : []),
        ...frameworks.map((version) => `/methodology/${version}/differences`),
        ...changes.map((id) => `/changes/${id}`),
        ...weeks.map((week) => `/changes/weeks/${week}`),
        ...(await pagePaths(site)),
      ]
    : [];
  const last = ofOperations.indexOf(OPERATIONS.listDatasets.path);
  return [...ofOperations.slice(0, last), ...pages, ...ofOperations.slice(last)];
}

async function readPublishedNames(db: Queries, now: number): Promise<PublishedNames> {
  const indicators = await db
    .selectFrom('indicators')
    .select('verification_id')
    .orderBy('log_index')
    .execute();
  const runs = await db.selectFrom('confirmations').select('run_id').orderBy('log_index').execute();
  const lists = await db
    .selectFrom('log_leaves')
    .select('idx')
    .where('kind', 'in', ['publication', 'staleness', 'changelog', 'names'])
    .orderBy('idx')
    .execute();
  const changes = await db.selectFrom('changelog').select(['id', 'changed_at']).orderBy('seq').execute();
  const checkpoint = await latestCheckpoint(db);
  return {
    indicators: indicators.map(({ verification_id }) => verification_id),
    runs: runs.map(({ run_id }) => run_id),
    lists: lists.map(({ idx }) => idx),
    tiles: checkpoint === null ? [] : [...tilePaths(checkpoint.treeSize)],
    hasCheckpoint: checkpoint !== null,
    providers: await readProviders(db),
    frameworks: await readFrameworks(db),
    ...(await readDays(db, now)),
    dates: (await readDatasetIndex(db)).datasets.map(({ date }) => date),
    changes: changes.map(({ id }) => id),
    weeks: weeksOf(changes),
    specimens: (await listSpecimens(db)).flatMap(({ slug, verification_id }) =>
      verification_id === null ? [] : [slug],
    ),
    cards: await readCards(db),
  };
}

/** Each week from that of the first change to that of the last one; those after it are quiet. */
function weeksOf(changes: readonly { changed_at: number }[]): string[] {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return [];
  return weeksBackFrom(weekOf(last.changed_at), weekOf(first.changed_at), Number.POSITIVE_INFINITY)
    .map(({ name }) => name)
    .reverse();
}

async function readDays(db: Queries, now: number): Promise<Pick<PublishedNames, 'days' | 'years'>> {
  const first = await firstPublishedDay(db);
  if (first === null) return { days: [], years: [] };
  const days: string[] = [];
  for (let day = first; day <= civilDate(now); day = dayAfter(day, 1)) days.push(day);
  return { days, years: [...new Set(days.map((day) => day.slice(0, 4)))] };
}

/** Providers that ever had an indicator; others are not public. */
async function readProviders(db: Queries): Promise<PublishedNames['providers']> {
  const rows = await db
    .selectFrom('provider_states')
    .innerJoin('providers', 'providers.id', 'provider_states.provider_id')
    .select(['providers.id', 'providers.slug'])
    .orderBy('providers.slug')
    .execute();
  const former = Map.groupBy(
    await db.selectFrom('provider_slugs').selectAll().orderBy('slug').execute(),
    ({ provider_id }) => provider_id,
  );
  return rows.map(({ id, slug }) => {
    const slugs = (former.get(id) ?? []).map((row) => row.slug);
    return { id, slug, formerSlugs: slugs.filter((each) => each !== slug) };
  });
}

/** Of what is current or was withdrawn last, and of every change of a band. */
async function readCards(db: Queries): Promise<string[]> {
  const current = await db
    .selectFrom('provider_states')
    .select(['verification_id', 'stale_since'])
    .where('verification_id', 'is not', null)
    .orderBy('verification_id')
    .execute();
  const withdrawn = await db
    .selectFrom('withdrawals')
    .select('verification_id')
    .orderBy('verification_id')
    .execute();
  const changes = await db
    .selectFrom('changelog')
    .select(['id', 'previous_score', 'new_score', 'previous_band', 'new_band'])
    .whereRef('previous_band', '!=', 'new_band')
    .orderBy('seq')
    .execute();
  return [
    SITE_CARD_PATH,
    ...current.map(({ verification_id, stale_since }) =>
      indicatorCardPath(verification_id!, stale_since === null ? 'current' : 'stale'),
    ),
    ...withdrawn.map(({ verification_id }) => indicatorCardPath(verification_id, 'withdrawn')),
    ...changes.map(changeCardPath).filter((path) => path !== null),
  ];
}

async function readFrameworks(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom('methodology_activations')
    .innerJoin('methodologies', 'methodologies.digest', 'methodology_activations.digest')
    .leftJoin('methodology_replacements', 'methodology_replacements.digest', 'methodologies.digest')
    .select(['methodologies.digest', 'methodologies.version', 'methodology_replacements.digest as replaced'])
    .where('methodology_activations.differences', 'is not', null)
    .orderBy('methodologies.digest')
    .execute();
  return rows.flatMap(({ digest, version, replaced }) => (replaced === null ? [version, digest] : [digest]));
}

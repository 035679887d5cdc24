// The path of a provider in the last 90 days, from its public history: where it came from, and since when it is where it is.

const DAY = 24 * 60 * 60 * 1000;
const DAYS = 90;
/** As many as the API gives at once; a provider is published a few times a day at most. */
const MOST_STEPS = 1000;
/** A smaller move is no level of its own. */
const LEAST_MOVE = 100;
const MOST_LEVELS = 4;

export interface Level {
  /** In hundredths. */
  score: number;
  band: string;
  from: number;
  until: number;
}

export interface Path {
  /** Earlier scores, oldest first. */
  levels: Level[];
  /** In hundredths, since the first day of the path. */
  change: number | null;
  /** The first day of the path, if it is not 90 days long: the provider had no score before. */
  since: number | null;
}

interface Step {
  from: string;
  until: string | null;
  final_score: number;
  risk_band: string;
}

const paths = new Map<string, Promise<Path>>();

/** Read once for each provider. */
export function pathOf(slug: string): Promise<Path> {
  const known = paths.get(slug);
  if (known !== undefined) return known;
  const path = readPath(slug);
  paths.set(slug, path);
  path.catch(() => paths.delete(slug));
  return path;
}

async function readPath(slug: string): Promise<Path> {
  const response = await fetch(`/api/public/history/${slug}?limit=${MOST_STEPS}`);
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const { data } = (await response.json()) as { data: Step[] };
  return pathIn(data, Date.now());
}

/** `steps` are newest first. */
export function pathIn(steps: readonly Step[], now: number): Path {
  const since = Math.floor(now / DAY) * DAY - DAYS * DAY;
  const levels: Level[] = [];
  for (const { from, until, final_score, risk_band } of steps.toReversed()) {
    const end = until === null ? now : Date.parse(until);
    if (end <= since) continue;
    const score = Math.round(final_score * 100);
    const last = levels.at(-1);
    const begin = Math.max(Date.parse(from), since);
    if (last?.score === score) last.until = end;
    else levels.push({ score, band: risk_band, from: begin, until: end });
  }
  const current = levels.at(-1);
  if (current === undefined) return { levels: [], change: null, since: null };
  const first = levels[0]!;
  return {
    levels: marked(levels),
    change: current.score - first.score,
    since: first.from > since ? first.from : null,
  };
}

/** Those that are apart from the one before and from the current one: the first, and the last ones. */
function marked(levels: readonly Level[]): Level[] {
  const current = levels.at(-1)!;
  const kept: Level[] = [];
  for (const level of levels.slice(0, -1)) {
    const before = kept.at(-1);
    const isApart = before === undefined || Math.abs(level.score - before.score) >= LEAST_MOVE;
    if (isApart && Math.abs(level.score - current.score) >= LEAST_MOVE) kept.push(level);
  }
  return kept.length <= MOST_LEVELS ? kept : [kept[0]!, ...kept.slice(1 - MOST_LEVELS)];
}

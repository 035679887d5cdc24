import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  digestOf,
  type MethodologyDocument,
  PLANNER_TYPES,
  parseScaled,
  type ScoredResult,
} from '@rf-indicators/engine';
import { makeVectorFiles } from '../../../scripts/vectors/make.ts';
import { publishOnce, VectorsPublishedError } from '../../../scripts/vectors/publish.ts';
import { frameworkDocument, repositoryFile } from './support/framework.ts';
import { oracle } from './support/oracle.ts';
import {
  digests,
  mismatches,
  readVectorFile,
  samples,
  VECTORS_PATH,
  type Vector,
  type VectorRun,
  vectors,
} from './support/vectors.ts';

// Through digests.json this pins every byte of every vector: none of them can change unseen.
const DIGEST_OF_DIGESTS = '0481b0aee896c73060bf656cac3ab30e9dcc6902863827931b4c342419eba3be';

const document = frameworkDocument();
const frozen = vectors();

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test('the frozen vectors are exactly the files that digests.json names, byte for byte', async () => {
  assert.equal(sha256(readVectorFile('digests.json')), DIGEST_OF_DIGESTS);
  const { files, framework } = digests();
  const there = readdirSync(repositoryFile(VECTORS_PATH)).sort();
  assert.deepEqual(there, [...Object.keys(files), 'digests.json'].sort());
  for (const [name, { lines, sha256: digest }] of Object.entries(files)) {
    const text = readVectorFile(name);
    assert.equal(sha256(text), digest, name);
    assert.equal(text.split('\n').length - 1, lines, name);
  }
  assert.equal(await digestOf(document), framework.digest);
});

test('there are at least 500 vectors, as many as digests.json says, each with an id of its own', () => {
  assert.ok(frozen.length >= 500);
  assert.equal(frozen.length, digests().vectors);
  assert.equal(new Set(frozen.map(({ run }) => run.provider_id)).size, frozen.length);
});

test('the engine gives every vector its frozen result, byte for byte', () => {
  assert.deepEqual(mismatches(frozen), []);
});

test('the engine gives the twelve samples their published results, byte for byte', () => {
  const runs = samples();
  assert.equal(runs.length, 12);
  assert.deepEqual(mismatches(runs), []);
});

test('an independent second implementation gives the same bytes', () => {
  const differing = frozen.filter(({ run, line }) => oracle(document, { name: '', ...run }).text !== line);
  assert.deepEqual(
    differing.map(({ name }) => name),
    [],
  );
});

test('the vectors can be made again, byte for byte', async () => {
  for (const { name, text } of await makeVectorFiles('rf-framework-1.0.json', document)) {
    assert.ok(text === readVectorFile(name), name);
  }
});

test('vectors once published are never overwritten', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rf-vectors-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const files = [
    { name: 'a.jsonl', text: '1\n' },
    { name: 'b.jsonl', text: '2\n' },
  ];
  assert.deepEqual(publishOnce(folder, files), ['a.jsonl', 'b.jsonl']);
  assert.deepEqual(publishOnce(folder, files), []);

  const changed = [{ name: 'a.jsonl', text: '3\n' }, files[1]!, { name: 'c.jsonl', text: '4\n' }];
  assert.throws(() => publishOnce(folder, changed), VectorsPublishedError);
  assert.throws(() => publishOnce(folder, files.slice(0, 1)), VectorsPublishedError);
  assert.deepEqual(readdirSync(folder), ['a.jsonl', 'b.jsonl']);
  assert.equal(readFileSync(join(folder, 'a.jsonl'), 'utf8'), '1\n');

  writeFileSync(join(folder, 'stray.txt'), '');
  assert.throws(() => publishOnce(folder, files), /stray\.txt/);
});

// From here on: what the vectors cover, worked out from the framework document.

type Criterion = MethodologyDocument['criteria'][number];
type Condition = MethodologyDocument['hard_rules'][number]['tiers'][number][0];

interface ScoredVector extends Vector {
  result: ScoredResult;
}

const scored: ScoredVector[] = frozen.flatMap((vector) => {
  const result = JSON.parse(vector.line) as ScoredResult;
  return result.status === 'SCORED' ? [{ ...vector, result }] : [];
});

function applies({ planner_types, requires_flag }: Criterion, run: VectorRun): boolean {
  return (
    planner_types.includes(run.planner_type) && (requires_flag === null || run.flags[requires_flag] !== false)
  );
}

function ageOf({ scoring_date }: VectorRun, evidenceDate: string): number {
  return (Date.parse(scoring_date) - Date.parse(evidenceDate)) / 86_400_000;
}

/** The values that a criterion is scored with, live, somewhere among the vectors. */
function liveValues(criterion: Criterion): Set<string> {
  const values = scored.flatMap(({ run, result }) => {
    const row = result.criteria.find(({ id }) => id === criterion.id);
    return row?.status === 'scored' || row?.status === 'stale' ? [run.inputs[criterion.id]!.value] : [];
  });
  return new Set(values);
}

function liveAmounts(criterion: Criterion, scale: number): Set<number> {
  return new Set([...liveValues(criterion)].map((value) => parseScaled(value, scale)!));
}

test('every option of every criterion and gate occurs', () => {
  const missing = [
    ...document.criteria.flatMap((criterion) => {
      const { input, id } = criterion;
      if (input.type === 'number') return [];
      const values = liveValues(criterion);
      return input.options.filter(([option]) => !values.has(option)).map(([option]) => `${id} ${option}`);
    }),
    ...document.gates.flatMap(({ id, options }) =>
      options
        .filter((option) => !scored.some(({ run }) => run.gates[id]!.value === option))
        .map((option) => `${id} ${option}`),
    ),
  ];
  assert.deepEqual(missing, []);
});

test('every breakpoint occurs, with a unit to both sides and values far beyond both ends', () => {
  const missing = document.criteria.flatMap((criterion) => {
    const { input, id } = criterion;
    if (input.type === 'enum') return [];
    const amounts = liveAmounts(criterion, input.scale);
    const points = input.breakpoints.map(([value]) => parseScaled(value, input.scale)!);
    const wanted = points.flatMap((point) => [point - 1, point, point + 1]).filter((amount) => amount >= 0);
    const last = points.at(-1)!;
    return [
      ...wanted.filter((amount) => !amounts.has(amount)).map((amount) => `${id} ${amount}`),
      ...(amounts.has(0) ? [] : [`${id} far below`]),
      ...([...amounts].some((amount) => amount > 100 * last) ? [] : [`${id} far above`]),
    ];
  });
  assert.deepEqual(missing, []);
});

test('every combination of planner type and structure flags occurs, and each flag not given', () => {
  const spelled = (type: string, flags: Record<string, boolean>) =>
    `${type} ${document.flags.map((flag) => flags[flag] ?? 'absent').join(' ')}`;
  const seen = new Set(scored.map(({ run }) => spelled(run.planner_type, run.flags)));
  const combinations = Array.from({ length: 2 ** document.flags.length }, (_, mask) =>
    Object.fromEntries(document.flags.map((flag, bit) => [flag, ((mask >> bit) & 1) === 1])),
  );
  const wanted = PLANNER_TYPES.flatMap((type) =>
    [...combinations, {}].map((flags: Record<string, boolean>) => spelled(type, flags)),
  );
  assert.equal(wanted.length, 99);
  assert.deepEqual(
    wanted.filter((combination) => !seen.has(combination)),
    [],
  );
  const neverAbsent = document.flags.filter(
    (flag) => !scored.some(({ run }) => !(flag in run.flags) && Object.keys(run.flags).length > 0),
  );
  assert.deepEqual(neverAbsent, []);
});

test('every age edge of every criterion and gate occurs', () => {
  const edges = (limit: number) => [limit, limit + 1, 2 * limit - 1, 2 * limit];
  const missingEdges = (id: string, limit: number, dates: [VectorRun, string][]) => {
    const ages = new Set(dates.map(([run, date]) => ageOf(run, date)));
    return edges(limit)
      .filter((age) => !ages.has(age))
      .map((age) => `${id} ${age} days old`);
  };
  const missing = [
    ...document.criteria.flatMap((criterion) => {
      const dates = frozen.flatMap(({ run }): [VectorRun, string][] => {
        const entry = run.inputs[criterion.id];
        return entry && applies(criterion, run) ? [[run, entry.evidence_date]] : [];
      });
      return missingEdges(criterion.id, criterion.max_age_days, dates);
    }),
    ...document.gates.flatMap(({ id, max_age_days }) => {
      const dates = frozen.flatMap(({ run }): [VectorRun, string][] => {
        const entry = run.gates[id];
        return entry ? [[run, entry.evidence_date]] : [];
      });
      return missingEdges(id, max_age_days, dates);
    }),
  ];
  assert.deepEqual(missing, []);
});

/** Whether a tier's condition holds, by the run and by the confidence and statuses that were published. */
function holds(condition: Condition, { run, result }: ScoredVector): boolean {
  const row = (id: string) => result.criteria.find((criterion) => criterion.id === id);
  if ('any_missing' in condition) {
    return condition.any_missing.some((id) => ['missing', 'expired'].includes(row(id)?.status ?? ''));
  }
  const { input, op, value } = condition;
  const known = row(input) ? run.inputs[input] : run.gates[input];
  const actual = input === 'confidence' ? result.confidence : known?.value;
  if (actual === undefined) return false;
  if (op === 'eq') return actual === value;
  if (op === 'in') return value.includes(actual);
  const difference = Number(actual) - Number(value);
  if (op === 'lt') return difference < 0;
  if (op === 'le') return difference <= 0;
  return op === 'gt' ? difference > 0 : difference >= 0;
}

test('every tier of every hard rule occurs as the one that sets the cap', () => {
  const missing = document.hard_rules.flatMap(({ id, tiers }) =>
    tiers.flatMap(([condition, cap], tier) => {
      const others = tiers.filter(([, its], index) => index !== tier && Number(its) <= Number(cap));
      const occurs = scored.some(
        (vector) =>
          vector.result.decision.hard_caps_fired.some((fired) => fired.rule_id === id && fired.cap === cap) &&
          holds(condition, vector) &&
          !others.some(([other]) => holds(other, vector)),
      );
      return occurs ? [] : [`${id} tier ${tier + 1}`];
    }),
  );
  assert.deepEqual(missing, []);
});

test('a rule is in the results exactly where one of its tiers holds, with the lowest cap that does', () => {
  for (const vector of scored) {
    const expected = document.hard_rules.flatMap(({ id, tiers }) => {
      const caps = tiers.flatMap(([condition, cap]) => (holds(condition, vector) ? [Number(cap)] : []));
      return caps.length === 0 ? [] : [`${id} ${Math.min(...caps).toFixed(2)}`];
    });
    const fired = vector.result.decision.hard_caps_fired.map(({ rule_id, cap }) => `${rule_id} ${cap}`);
    assert.deepEqual(fired, expected, vector.name);
  }
});

test('every numeric limit of a hard rule occurs with a unit to both sides', () => {
  const confidences = new Set(scored.map(({ result }) => parseScaled(result.confidence, 2)));
  const missing = document.hard_rules.flatMap(({ id, tiers }) =>
    tiers.flatMap(([condition]) => {
      if ('any_missing' in condition || condition.op === 'eq' || condition.op === 'in') return [];
      const criterion = document.criteria.find((one) => one.id === condition.input);
      const scale = criterion?.input.type === 'number' ? criterion.input.scale : 2;
      const seen: Set<number | null> = criterion ? liveAmounts(criterion, scale) : confidences;
      const limit = parseScaled(condition.value, scale)!;
      const beside = condition.op === 'lt' || condition.op === 'ge' ? limit - 1 : limit + 1;
      return [limit, beside].filter((amount) => !seen.has(amount)).map((amount) => `${id} at ${amount}`);
    }),
  );
  assert.deepEqual(missing, []);
});

test('every input occurs as the only one that is missing, and as one that has lapsed', () => {
  const alone = new Set<string>();
  const lapsed = new Set<string>();
  for (const { result } of scored) {
    const missing = result.criteria.filter(({ status }) => status === 'missing');
    if (missing.length === 1) alone.add(missing[0]!.id);
    for (const { id, status } of result.criteria) if (status === 'expired') lapsed.add(id);
  }
  const ids = document.criteria.filter(({ gate }) => !gate).map(({ id }) => id);
  assert.deepEqual(
    ids.filter((id) => !alone.has(id) || !lapsed.has(id)),
    [],
  );
});

test('every grade, every band bound from both sides and every reason for no score occur', () => {
  const grades = new Set(scored.flatMap(({ run }) => Object.values(run.inputs).map(({ grade }) => grade)));
  assert.deepEqual([...grades].sort(), Object.keys(document.grades).sort());

  const finals = new Set(scored.map(({ result }) => result.final_score));
  const bounds = document.bands.flatMap(([, lower]) => {
    const below = Number(lower) - 0.01;
    return below < 0 ? [lower] : [lower, below.toFixed(2)];
  });
  assert.deepEqual(
    [...bounds, '100.00'].filter((bound) => !finals.has(bound)),
    [],
  );

  const reasons = frozen.flatMap(({ line }) => /"reason":"(GATE_\w+)"/.exec(line)?.[1] ?? []);
  const gates = [...document.gates, ...document.criteria.filter(({ gate }) => gate)];
  assert.deepEqual([...new Set(reasons)].sort(), gates.map(({ id }) => `GATE_${id.toUpperCase()}`).sort());
});

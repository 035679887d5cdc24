// Writes the parts of the docs that restate data: what stands between `<!-- generated: name -->` and
// `<!-- end -->` is made from the framework file, the engine, the contract and the migrations, so that it cannot say
// anything else.
//   node scripts/docs-tables.ts            rewrites them
//   node scripts/docs-tables.ts --check    changes nothing, and fails where one is out of date

import { readFileSync, writeFileSync } from 'node:fs';
import {
  type Access,
  CACHE_CONTROL,
  ENTITLEMENTS,
  entitlementsOf,
  OPERATIONS,
  type Operation,
  PROBLEMS,
  PUBLIC_LIMITS,
  problemsOf,
  TIER_TERMS,
  TIERS,
  type Tier,
} from '@rf-indicators/contract';
import {
  type ComputationPackage,
  canonicalBytes,
  digestOf,
  formatCheckpoint,
  formatHundredths,
  INPUT_ERROR_CODES,
  inclusionProofFrom,
  leafHash,
  loadMethodology,
  type MethodologyDocument,
  makePackage,
  makeStatement,
  type Packaged,
  type PackageRequest,
  parseSignerKey,
  REPLAY_FAULTS,
  rootFrom,
  type Scored,
  score,
  signerKeyFromSeed,
  signNote,
  signObject,
  treeInMemory,
  VERIFY_FAULTS,
} from '@rf-indicators/engine';
import { tableDiagrams } from './table-diagrams.ts';

const FRAMEWORK = 'methodology/rf-framework-1.0.json';
const SAMPLES = 'methodology/samples/providers.json';

const document = readJsonFile(FRAMEWORK) as MethodologyDocument;
const methodology = loadMethodology(document);
const samples = readJsonFile(SAMPLES) as SampleRun[];

type CriterionEntry = MethodologyDocument['criteria'][number];
type Condition = MethodologyDocument['hard_rules'][number]['tiers'][number][0];

interface SampleRun {
  provider_id: string;
  name: string;
  planner_type: PackageRequest['provider']['planner_type'];
  scoring_date: string;
  flags: Record<string, boolean>;
  gates: Record<string, { value: string; grade: string; evidence_date: string }>;
  inputs: SampleRun['gates'];
}

// The framework file holds what is calculated with. What its flags, rules, bands and grades mean to a reader
// is said here; a meaning too few or too many is a fault.

const FLAG_MEANINGS: Record<string, string> = {
  redeemable: 'holders have a contractual right to withdraw or redeem',
  lends: 'backing or customer assets are lent to, or deployed with, third parties',
  onchain: 'claims or assets are governed by smart contracts that the provider or its community controls',
  fixed_obligations: 'the provider owes scheduled coupons, preferred dividends or principal',
  bitcoin_backed: 'bitcoin is part of what backs the claim; for `btc` it is always set',
};

const RULE_REASONS: Record<string, string> = {
  HR01: 'Claims on an insolvent provider are frozen in court, often for years.',
  HR02: 'Lenders have limited or stopped withdrawals shortly before insolvency.',
  HR03: 'Figures from a provider that misstated its backing or misused client money cannot be relied on.',
  HR04: 'Where backing is smaller than the claims, the last holders to leave bear the loss.',
  HR05: 'Own paper loses its value at the moment when it is needed.',
  HR06: 'Holders of mixed assets may be unsecured creditors when the provider fails.',
  HR07: 'One person can lose or take everything.',
  HR08: 'A yield that nobody earns ends when the subsidy, or the inflow of new money, ends.',
  HR09: 'The same assets, lent and borrowed in a loop, turn a small loss into a total one.',
  HR10: 'The failure of one debtor is then the failure of the provider.',
  HR11: 'Without an independent check, assets and liabilities are what the provider says they are.',
  HR12: 'A claim that only the provider makes, or that nobody renews, cannot be in the lowest-risk band.',
};

const BAND_MEANINGS: Record<string, string> = {
  LOW: 'strong overall, well evidenced, no hard rule fired',
  MEDIUM: 'sound structure with named weaknesses',
  ELEVATED:
    'material weaknesses, or yield paid from raised capital, one dominant counterparty, or no independent assurance',
  HIGH: 'a known cause of past failures is present, or weaknesses and missing evidence outweigh the rest',
};

const GRADE_MEANINGS: Record<string, string> = {
  A: 'record of a court or supervisor, audited statements, or verified by the service itself on chain or by test',
  B: 'report of an independent third party: attestation, control report, custodian confirmation, legal opinion',
  C: "the provider's formal document with liability: prospectus, signed terms, officer's certificate",
  D: "the provider's website, press release or social-media statement",
  E: "an analyst's estimate",
};

function meaningOf(meanings: Record<string, string>, names: readonly string[], name: string): string {
  if (Object.keys(meanings).sort().join() !== [...names].sort().join()) {
    throw new Error(`The docs explain ${Object.keys(meanings)}, but the framework has ${names}.`);
  }
  return meanings[name]!;
}

// ---- docs/methodology.md ----

function modulesTable(): string {
  return table(
    ['#', 'id', 'module', 'weight', 'criteria'],
    document.modules.map(({ id, label, weight }, index) => [
      index + 1,
      code(id),
      label,
      `${weight} %`,
      document.criteria.filter(({ module }) => module === id).length,
    ]),
  );
}

function criteriaSections(): string {
  return document.modules
    .map(({ id, label, weight }) => {
      const criteria = document.criteria.filter(({ module }) => module === id);
      const rows = criteria.map((criterion) => [
        document.criteria.indexOf(criterion) + 1,
        `${code(criterion.id)}<br>${criterion.label}`,
        appliesTo(criterion),
        inputForm(criterion),
        pointsOf(criterion),
        `${criterion.weight} %`,
        `${criterion.max_age_days} days`,
      ]);
      const head = ['#', 'criterion', 'applies to', 'input', 'points', 'weight', 'age limit'];
      return `### ${label} (${code(id)}, ${weight} %)\n\n${table(head, rows)}\n\n${criteria.map(definition).join('\n')}`;
    })
    .join('\n\n');
}

function appliesTo({ planner_types, requires_flag }: CriterionEntry): string {
  const types = planner_types.length === 3 ? 'all' : planner_types.join(', ');
  return requires_flag === null ? types : `${types}, if ${code(requires_flag)}`;
}

function inputForm({ input, unit, direction }: CriterionEntry): string {
  if (input.type === 'enum') return 'option, worst first';
  const decimals = input.scale === 1 ? '1 decimal' : `${input.scale} decimals`;
  return `${unit}, ${decimals}, ${direction} is safer`;
}

function pointsOf({ input }: CriterionEntry): string {
  if (input.type === 'enum') {
    return input.options.map(([option, points]) => `${code(option)} ${points}`).join('<br>');
  }
  return input.breakpoints.map(([value, points]) => `${value} → ${points}`).join('<br>');
}

function definition({ id, measure, evidence, option_definitions = {} }: CriterionEntry): string {
  const options = Object.entries(option_definitions).map(([name, text]) => `  - ${code(name)}: ${text}`);
  return [`- ${code(id)}: ${measure} Evidence: ${evidence.join('; ')}.`, ...options].join('\n');
}

function flagsTable(): string {
  return table(
    ['flag', 'true when', 'criteria that apply only then'],
    document.flags.map((flag) => [
      code(flag),
      meaningOf(FLAG_MEANINGS, document.flags, flag),
      document.criteria
        .filter(({ requires_flag }) => requires_flag === flag)
        .map(({ id }) => code(id))
        .join(', '),
    ]),
  );
}

function gatesTable(): string {
  const gates = document.gates.map(({ id, max_age_days, option_definitions }) => {
    const options = Object.entries(option_definitions).map(([name, text]) => `${code(name)}: ${text}`);
    return [code(id), options.join('<br>'), max_age_days];
  });
  const criteria = document.criteria
    .filter(({ gate }) => gate)
    .map(({ id, max_age_days }) => [code(id), 'a criterion too: its options stand above', max_age_days]);
  return table(
    ['gate', 'options, worst first', 'age limit in days', 'reason given without it'],
    [...gates, ...criteria].map((row) => [
      ...row.slice(0, 2),
      `${row[2]}; lapses at ${2 * Number(row[2])}`,
      code(`GATE_${String(row[0]).replaceAll('`', '').toUpperCase()}`),
    ]),
  );
}

function rulesTable(): string {
  const ids = document.hard_rules.map(({ id }) => id);
  return table(
    ['rule', 'name', 'condition → cap', 'why'],
    document.hard_rules.map(({ id, name, tiers }) => [
      id,
      code(name),
      tiers.map(([condition, cap]) => `${conditionText(condition)} → **${cap}**`).join('<br>'),
      meaningOf(RULE_REASONS, ids, id),
    ]),
  );
}

const OPERATORS: Record<string, string> = { lt: '<', le: '≤', gt: '>', ge: '≥', eq: '=' };

function conditionText(condition: Condition): string {
  if ('any_missing' in condition) {
    return `no live evidence for any one of ${condition.any_missing.map(code).join(', ')}`;
  }
  const { input, op, value } = condition;
  const isText = op === 'eq' || op === 'in';
  const test =
    op === 'in'
      ? `is one of ${value.map(code).join(', ')}`
      : `${OPERATORS[op]} ${isText ? code(value) : value}`;
  const types = document.criteria.find(({ id }) => id === input)?.planner_types ?? [];
  const only = types.length % 3 === 0 ? '' : ` (${types.join(', ')})`;
  return `${code(input)} ${test}${only}`;
}

function bandsTable(): string {
  const names = document.bands.map(([name]) => name);
  return table(
    ['band', 'from', 'up to', 'meaning'],
    methodology.bands.map(({ name, lower }, index) => {
      const above = methodology.bands[index - 1];
      const upper = above === undefined ? 10000 : above.lower - 1;
      return [
        `**${name}**`,
        formatHundredths(lower),
        formatHundredths(upper),
        meaningOf(BAND_MEANINGS, names, name),
      ];
    }),
  );
}

function gradesTable(): string {
  const names = Object.keys(document.grades);
  return table(
    ['grade', 'factor', 'what it is'],
    names.map((name) => [
      name,
      formatHundredths(document.grades[name]!),
      meaningOf(GRADE_MEANINGS, names, name),
    ]),
  );
}

/** A sample with missing, ageing and lapsed evidence, worked through. */
function workedScore(): string {
  const scored = score(methodology, sample('FX-11')) as Scored;
  const { assessments, uncapped, final, confidence, coverage } = scored.trace;
  const rows = assessments.map(({ criterion, reading, raw, freshness, ...rest }) => [
    code(criterion.id),
    reading?.value ?? '-',
    reading?.grade ?? '-',
    reading === null ? '-' : `${reading.age} of ${criterion.maxAge}`,
    rest.status,
    reading === null ? '-' : raw,
    reading === null ? '-' : freshness,
    rest.points,
    rest.weight,
    rest.shortfall,
    rest.contribution,
  ]);
  const head = ['criterion', 'value', 'grade', 'age', 'status', 'raw', 'fresh', 'p', 'w', 's', 'c'];
  const sum = (of: (assessment: (typeof assessments)[number]) => number) =>
    assessments.reduce((total, assessment) => total + of(assessment), 0);
  const weighted = sum(({ weight, points }) => weight * points);
  const evidence = sum(({ weight, reading, freshness }) => weight * (reading?.gradePercent ?? 0) * freshness);
  const covered = sum(({ weight, freshness }) => (freshness > 0 ? weight : 0));
  const results = [
    `- sum of w × p = ${weighted}; div 10000 = ${uncapped}: uncapped score ${formatHundredths(uncapped)}`,
    `- sum of s = ${sum(({ shortfall }) => shortfall)} = 10000 - ${uncapped}; sum of c = ${sum(({ contribution }) => contribution)}`,
    `- sum of w × grade × fresh = ${evidence}; div 100000000 = ${confidence}: confidence ${formatHundredths(confidence)}`,
    `- sum of w with live evidence = ${covered}; div 100 = ${coverage}: coverage ${formatHundredths(coverage)}`,
    ...scored.trace.fired.map(
      ({ rule, tier, binding }) =>
        `- ${rule.id} fires, cap ${formatHundredths(tier.cap)}, and ${binding ? 'binds' : 'does not bind'}`,
    ),
    `- final score ${formatHundredths(final)}, band ${scored.result.band}`,
  ];
  return `${table(head, rows)}\n\n${results.join('\n')}`;
}

// ---- docs/packages.md ----

async function packageExample(): Promise<string> {
  const { package: content, package_hash, verification_id } = await packageOf('FX-01');
  const bytes = canonicalBytes(content);
  return table(
    ['what', 'value'],
    [
      ['length of the canonical package', `${bytes.length} bytes`],
      ['`package_hash`', code(package_hash)],
      ['`verification_id`', code(verification_id)],
      ['`methodology_digest`', code(content.methodology_digest)],
      ['canonical configuration', code(new TextDecoder().decode(canonicalBytes(content.configuration)))],
      ['`configuration_digest`', code(content.configuration_digest)],
      ['`final_score`, `band`', `${code(content.result.final_score)}, ${code(content.result.band)}`],
    ],
  );
}

/** Signed with a key that everybody has, so that the figures can be made again; it is worth nothing else. */
async function signedExample(): Promise<string> {
  const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
  const key = await signerKeyFromSeed('rf-example', seed);
  const signer = await parseSignerKey(key.signer);
  const statements = [];
  for (const id of ['FX-01', 'FX-02', 'FX-03']) {
    statements.push(makeStatement(methodology, await packageOf(id), { supersedes: null, corrects: null }));
  }
  const bytes = canonicalBytes(statements[0]);
  const leaves = await Promise.all(statements.map((statement) => leafHash(canonicalBytes(statement))));
  const tree = await treeInMemory(leaves);
  const root = await rootFrom(leaves.length, tree);
  const proof = await inclusionProofFrom(leaves.length, 0, tree);
  const checkpoint = formatCheckpoint({ origin: signer.name, treeSize: leaves.length, rootHash: root });
  const signature = await signObject(statements[0], signer);
  return [
    'Canonical statement (the signed bytes, and the leaf):',
    fenced(new TextDecoder().decode(bytes)),
    table(
      ['what', 'value'],
      [
        ['verifier key', code(key.verifier)],
        ['SHA-256 of the canonical statement', code(await digestOf(statements[0]))],
        ['`signature.key_id`', code(signature.key_id)],
        ['`signature.value`', code(signature.value)],
        ...leaves.map((leaf, index) => [`leaf hash ${index} (FX-0${index + 1})`, code(hex(leaf))]),
        ['root of the three', code(hex(root))],
        ['`inclusion_proof` of leaf 0', proof.map((hash) => code(base64(hash))).join('<br>')],
      ],
    ),
    '`checkpoint`:',
    fenced((await signNote(checkpoint, [signer])).trimEnd()),
  ].join('\n\n');
}

async function packageOf(id: string): Promise<Packaged> {
  const { provider_id, name, planner_type, flags, scoring_date, gates, inputs } = sample(id);
  const { packaged } = await makePackage(methodology, {
    provider: { id: provider_id, name, planner_type, flags },
    as_of: `${scoring_date}T00:00:00Z`,
    configuration: { name: 'default' },
    gates: packEntries(gates),
    inputs: packEntries(inputs),
  });
  return packaged!;
}

function packEntries(entries: SampleRun['gates']): ComputationPackage['inputs'] {
  const packed = Object.entries(entries).map(([id, { value, grade, evidence_date }]) => [
    id,
    { value, grade, evidence_date, evidence: null, approval: null },
  ]);
  return Object.fromEntries(packed);
}

// ---- docs/api.md, docs/errors.md ----

const operations: Operation[] = Object.values(OPERATIONS);

function tiersTable(): string {
  return table(
    ['tier', 'requests in any hour', 'entitlements', 'issues keys', 'agent pilot'],
    TIERS.map((tier) => {
      const { requestsPerHour, entitlements, issuesKeys, pilot } = TIER_TERMS[tier];
      const listed =
        tier === 'CUSTOM' ? 'as its contract lists' : entitlements.map(code).join(', ') || 'none';
      return [code(tier), requestsPerHour, listed, yesNo(issuesKeys), pilot ? 'if enabled' : 'no'];
    }),
  );
}

function accessTable(): string {
  const ways = [...new Set(operations.map(({ access }) => access))];
  return table(
    ['operations', 'no key', ...TIERS.map(code)],
    ways.map((access) => {
      const names = operations.filter((operation) => operation.access === access).map(({ id }) => code(id));
      const open = access === 'public';
      return [names.join(', '), open ? 'yes' : '401', ...TIERS.map((tier) => mayCall(tier, access))];
    }),
  );
}

function mayCall(tier: Tier, access: Access): string {
  if (access === 'public' || access === 'key') return 'yes';
  if (access === 'pilot') return TIER_TERMS[tier].pilot ? 'if enabled' : '403';
  if (tier === 'CUSTOM') return `with ${code(access)}`;
  return entitlementsOf(tier, []).includes(access) ? 'yes' : '403';
}

function operationsTable(): string {
  return table(
    ['operation', 'method and path', 'takes', 'what it does'],
    operations.map(({ id, method, path, access, summary }) => [
      code(id),
      code(`${method} ${path}`),
      ENTITLEMENTS.some((name) => name === access) ? `key with ${code(access)}` : ACCESS_WORDS[access]!,
      summary,
    ]),
  );
}

const ACCESS_WORDS: Partial<Record<Access, string>> = {
  public: '-',
  key: 'any key',
  pilot: 'key of the pilot',
};

function publicLimitsTable(): string {
  return table(
    ['operation', 'requests', 'in seconds', 'counted by'],
    operations.flatMap(({ id, limit }) => {
      if (limit === undefined) return [];
      const { requests, seconds } = PUBLIC_LIMITS[limit];
      return [[code(id), requests, seconds, 'client address (IPv6 by /64)']];
    }),
  );
}

function cachingTable(): string {
  return table(
    ['`Cache-Control`', '`ETag` and 304', 'operations'],
    Object.entries(CACHE_CONTROL).map(([caching, value]) => [
      code(value),
      yesNo(caching !== 'none'),
      operations
        .filter((operation) => operation.caching === caching)
        .map(({ id }) => code(id))
        .join(', '),
    ]),
  );
}

/** The heading is the code alone, because the address in a problem's type ends with it. */
function problemSections(): string {
  return Object.entries(PROBLEMS)
    .map(([name, { status, title, detail, remedy }]) => {
      const able = operations.filter((operation) => problemsOf(operation).some((told) => told === name));
      const all = able.length === operations.length;
      const from = all ? 'Every operation.' : `${able.map(({ id }) => code(id)).join(', ')}.`;
      return [
        `## ${name}`,
        `**${status} ${title}.** ${detail}`,
        `What to do: ${remedy}`,
        ...(able.length === 0 ? [] : [`Listed for: ${from}`]),
      ].join('\n\n');
    })
    .join('\n\n');
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

// ---- the documents ----

const GENERATED: Record<string, Record<string, () => string | Promise<string>>> = {
  'docs/methodology.md': {
    modules: modulesTable,
    criteria: criteriaSections,
    flags: flagsTable,
    gates: gatesTable,
    rules: rulesTable,
    bands: bandsTable,
    grades: gradesTable,
    'worked-score': workedScore,
  },
  'docs/packages.md': {
    'package-example': packageExample,
    'signed-example': signedExample,
    'replay-faults': () => codesTable(REPLAY_FAULTS),
    'verify-faults': () => codesTable(VERIFY_FAULTS),
  },
  'docs/input-errors.md': { codes: () => codesTable(INPUT_ERROR_CODES) },
  'docs/api.md': {
    operations: operationsTable,
    tiers: tiersTable,
    access: accessTable,
    'public-limits': publicLimitsTable,
    caching: cachingTable,
  },
  'docs/errors.md': { problems: problemSections },
  'docs/tables.md': tableDiagrams(),
};

export interface GeneratedDocument {
  file: string;
  current: string;
  expected: string;
}

export async function generatedDocuments(): Promise<GeneratedDocument[]> {
  const documents: GeneratedDocument[] = [];
  for (const [file, parts] of Object.entries(GENERATED)) {
    const current = readFileSync(place(file), 'utf8');
    let expected = current;
    for (const [name, make] of Object.entries(parts)) expected = fillIn(file, expected, name, await make());
    documents.push({ file, current, expected });
  }
  return documents;
}

function fillIn(file: string, text: string, name: string, content: string): string {
  const opening = `<!-- generated: ${name} -->\n`;
  const from = text.indexOf(opening);
  const to = text.indexOf('<!-- end -->', from);
  if (from < 0 || to < 0) throw new Error(`${file} has no part "${name}".`);
  return `${text.slice(0, from)}${opening}\n${content}\n\n${text.slice(to)}`;
}

// ---- Markdown ----

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function codesTable(codes: Readonly<Record<string, string>>): string {
  return table(
    ['code', 'meaning'],
    Object.entries(codes).map(([name, sentence]) => [code(name), sentence.replace(/__\w+__/, code)]),
  );
}

function code(text: string): string {
  return `\`${text}\``;
}

function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}

// ---- files ----

function sample(id: string): SampleRun {
  return samples.find(({ provider_id }) => provider_id === id)!;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function place(file: string): URL {
  return new URL(`../${file}`, import.meta.url);
}

function readJsonFile(file: string): unknown {
  return JSON.parse(readFileSync(place(file), 'utf8'));
}

if (import.meta.main) {
  const checkOnly = process.argv.includes('--check');
  for (const { file, current, expected } of await generatedDocuments()) {
    if (current === expected) console.log(`${file}: up to date`);
    else if (checkOnly) {
      console.error(`${file}: out of date; run node scripts/docs-tables.ts`);
      process.exitCode = 1;
    } else {
      writeFileSync(place(file), expected);
      console.log(`${file}: rewritten`);
    }
  }
}

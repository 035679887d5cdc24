// The parts of the docs that restate data. Text between `<!-- generated: name -->` and `<!-- end -->` is made from the
// framework file, the engine, the contract and the results of benchmarks, so that the docs cannot contradict them.

import { readFileSync } from 'node:fs';
import { CONFIRMATION_FAULTS, INPUT_ERROR_CODES, REPLAY_FAULTS, VERIFY_FAULTS } from '@rf-indicators/engine';
import { benchmarkCharts, benchmarkMachines, benchmarkTable, deskTable } from './benchmarks/tables.ts';
import {
  accessTable,
  cachingTable,
  operationsTable,
  publicLimitsTable,
  tiersTable,
} from './docs/api-tables.ts';
import {
  bandsTable,
  criteriaSections,
  flagsTable,
  gatesTable,
  gradesTable,
  modulesTable,
  rulesTable,
} from './docs/framework-tables.ts';
import { codesTable } from './docs/markdown.ts';
import { packageExample, signedExample } from './docs/package-examples.ts';
import { tableDiagrams } from './docs/table-diagrams.ts';
import {
  attemptsTables,
  eventTable,
  problemSections,
  proofTable,
  settingsTable,
  spreadsheetTables,
  toolTable,
} from './docs/tables.ts';
import { workedScore } from './docs/worked-score.ts';
import type { GeneratedFile } from './generated-file.ts';
import { methodsTable } from './sdk/methods.ts';

type Part = () => string | Promise<string>;

const PAGES: Record<string, Record<string, Part>> = {
  'docs/operate/benchmarks.md': {
    table: benchmarkTable,
    desk: deskTable,
    charts: benchmarkCharts,
    machines: benchmarkMachines,
  },
  'docs/use/methodology.md': {
    modules: modulesTable,
    criteria: criteriaSections,
    flags: flagsTable,
    gates: gatesTable,
    rules: rulesTable,
    bands: bandsTable,
    grades: gradesTable,
    'worked-score': workedScore,
  },
  'docs/use/packages.md': {
    'package-example': packageExample,
    'signed-example': signedExample,
    'replay-faults': () => codesTable(REPLAY_FAULTS),
    'verify-faults': () => codesTable(VERIFY_FAULTS),
    'confirmation-faults': () => codesTable(CONFIRMATION_FAULTS),
  },
  'docs/desk/input-errors.md': { codes: () => codesTable(INPUT_ERROR_CODES) },
  'docs/use/api.md': {
    operations: operationsTable,
    caching: cachingTable,
  },
  'docs/use/authentication.md': { tiers: tiersTable, access: accessTable },
  'docs/use/limits.md': { 'public-limits': publicLimitsTable },
  'docs/operate/operating.md': { settings: settingsTable },
  'docs/use/errors.md': { problems: problemSections },
  'docs/use/spreadsheets.md': { spreadsheets: spreadsheetTables },
  'docs/use/webhooks.md': { events: eventTable },
  'docs/use/agents.md': { tools: toolTable },
  'docs/contribute/tables.md': tableDiagrams(),
  'docs/desk/two-people.md': { attempts: attemptsTables },
  'docs/use/integrity.md': { columns: proofTable },
  'packages/sdk/README.md': { methods: methodsTable },
};

export async function docsFiles(): Promise<GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  for (const [path, parts] of Object.entries(PAGES)) {
    let text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    for (const [name, make] of Object.entries(parts)) text = fillIn(path, text, name, await make());
    files.push({ path, text });
  }
  return files;
}

function fillIn(path: string, text: string, name: string, content: string): string {
  const opening = `<!-- generated: ${name} -->\n`;
  const from = text.indexOf(opening);
  const to = text.indexOf('<!-- end -->', from);
  if (from < 0 || to < 0) throw new Error(`${path} has no generated part named "${name}".`);
  return `${text.slice(0, from)}${opening}\n${content}\n\n${text.slice(to)}`;
}

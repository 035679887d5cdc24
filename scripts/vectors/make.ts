// The frozen test vectors of a framework, as files in memory.

import { createHash } from 'node:crypto';
import {
  canonicalJson,
  digestOf,
  type JsonValue,
  loadMethodology,
  type Methodology,
  score,
} from '@rf-indicators/engine';
import { type Theme, toRun, type VectorRun } from './drafts.ts';
import { ageDrafts, evidenceDrafts, gradeDrafts } from './evidence.ts';
import { randomDrafts } from './random.ts';
import { bandDrafts, ruleDrafts } from './rules.ts';
import { breakpointDrafts, optionDrafts } from './scales.ts';
import { flagDrafts } from './structure.ts';

const THEMES: Record<string, Theme> = {
  options: optionDrafts,
  breakpoints: breakpointDrafts,
  flags: flagDrafts,
  ages: ageDrafts,
  rules: ruleDrafts,
  bands: bandDrafts,
  grades: gradeDrafts,
  evidence: evidenceDrafts,
  random: randomDrafts,
};

export interface VectorFile {
  name: string;
  text: string;
}

/** For each theme a file of runs and a file of results, line by line; last, the digests of all of them. */
export async function makeVectorFiles(frameworkFile: string, document: unknown): Promise<VectorFile[]> {
  const methodology = loadMethodology(document);
  const files = Object.entries(THEMES).flatMap(([theme, makeDrafts]) => {
    const runs = makeDrafts(methodology).map((draft, index) => toRun(theme, index, draft));
    return [
      { name: `${theme}.runs.jsonl`, text: lines(runs.map((run) => JSON.stringify(run))) },
      { name: `${theme}.results.jsonl`, text: lines(runs.map((run) => resultLine(methodology, run))) },
    ];
  });
  const digests = {
    framework: { file: frameworkFile, digest: await digestOf(document) },
    vectors: files.reduce((sum, { text }) => sum + lineCount(text), 0) / 2,
    files: Object.fromEntries(
      files.map(({ name, text }) => [name, { lines: lineCount(text), sha256: sha256(text) }]),
    ),
  };
  return [...files, { name: 'digests.json', text: `${JSON.stringify(digests, null, 2)}\n` }];
}

function resultLine(methodology: Methodology, run: VectorRun): string {
  const outcome = score(methodology, run);
  if (outcome.status === 'INVALID') {
    throw new Error(`${run.vector}: ${JSON.stringify(outcome.result.errors)}`);
  }
  return canonicalJson(outcome.result as unknown as JsonValue);
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}

function lineCount(text: string): number {
  return text.split('\n').length - 1;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

// Generates the test vector files of a framework in memory.

import { createHash } from 'node:crypto';
import {
  canonicalJson,
  digestOf,
  type JsonValue,
  loadMethodology,
  type Methodology,
  score,
} from '@rf-indicators/engine';
import { type Theme, toProvider, type VectorProvider } from './drafts.ts';
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

/** For each theme, a file of inputs (providers) and a file of results, line by line; then the digests of all files. */
export async function makeVectorFiles(frameworkFile: string, document: unknown): Promise<VectorFile[]> {
  const methodology = loadMethodology(document);
  const files = Object.entries(THEMES).flatMap(([theme, makeDrafts]) => {
    const providers = makeDrafts(methodology).map((draft, index) => toProvider(theme, index, draft));
    return [
      { name: `${theme}.runs.jsonl`, text: lines(providers.map((provider) => JSON.stringify(provider))) },
      {
        name: `${theme}.results.jsonl`,
        text: lines(providers.map((provider) => resultLine(methodology, provider))),
      },
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

function resultLine(methodology: Methodology, provider: VectorProvider): string {
  const outcome = score(methodology, provider);
  if (outcome.status === 'INVALID') {
    throw new Error(`${provider.vector}: ${JSON.stringify(outcome.result.errors)}`);
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

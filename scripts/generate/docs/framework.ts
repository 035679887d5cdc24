// The published framework and the sample providers, as the docs show them.

import { readFileSync } from 'node:fs';
import { loadMethodology, type MethodologyDocument, type PackageRequest } from '@rf-indicators/engine';

interface SampleInputs {
  provider_id: string;
  name: string;
  planner_type: PackageRequest['provider']['planner_type'];
  scoring_date: string;
  flags: Record<string, boolean>;
  gates: Record<string, { value: string; grade: string; evidence_date: string }>;
  inputs: SampleInputs['gates'];
}

export type SampleEntries = SampleInputs['gates'];

export const framework = readJsonFile('methodology/rf-framework-1.0.json') as MethodologyDocument;
export const methodology = loadMethodology(framework);
const samples = readJsonFile('methodology/samples/providers.json') as SampleInputs[];

export function sample(id: string): SampleInputs {
  return samples.find(({ provider_id }) => provider_id === id)!;
}

function readJsonFile(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));
}

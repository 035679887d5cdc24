// Benchmark of decisions by policies: a call for 1,000 providers, compared with reading their snapshots from memory; a decision
// from a bundle that a client holds; and calls over HTTP, compared with a service that a team wrote itself.

import { installBenchmarkPackages } from '../scripts/testing/system-packages.ts';
import { besideOwnRules } from './decisions/own-rules.ts';
import { thousandInOneCall } from './decisions/thousand.ts';
import type { Form, Measurement } from './measurement.ts';

export async function decisionsBench(form: Form): Promise<Measurement[]> {
  installBenchmarkPackages();
  return [...(await thousandInOneCall(form)), ...(await besideOwnRules(form))];
}

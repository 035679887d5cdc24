// Reads the computation package of an indicator and scores it in the browser, as published.

import type { ComputationAnswer } from '@rf-indicators/contract';
import {
  type ComputationPackage,
  loadMethodology,
  type Methodology,
  type Scored,
  whatIf,
} from '@rf-indicators/engine';
import { read } from '../reader.ts';

export interface Loaded {
  methodology: Methodology;
  package: ComputationPackage;
  /** As published. */
  baseline: Scored;
}

export async function loadPackage(verificationId: string): Promise<Loaded> {
  const { data } = await read<ComputationAnswer>(`/computation/${verificationId}`);
  const methodology = loadMethodology(data.methodology);
  const packaged = data.package as ComputationPackage;
  const baseline = whatIf(methodology, packaged, []);
  if (baseline.status !== 'SCORED') throw new Error('The package of a published indicator has no score.');
  return { methodology, package: packaged, baseline };
}

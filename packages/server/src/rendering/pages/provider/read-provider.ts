// Reads what the page of a provider and its report show, on the reading thread.

import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { fold } from '@rf-indicators/core/store/fold';
import type { Answer, Parameters, Reading, ReadProblem } from '../../reading.ts';
import type { Html } from '../html.ts';
import { type KnownProvider, readKnown } from './known.ts';
import { providerPage } from './page.ts';
import { readRange, readShownSteps, usualRange } from './range.ts';
import { reportPage } from './report/page.ts';
import { readProof } from './report/proof.ts';

const MAX_SUGGESTIONS = 5;

export async function readProviderPage(reading: Reading, parameters: Parameters): Promise<Answer> {
  const provider = await knownOrProblem(reading, String(parameters.slug));
  if ('problem' in provider) return provider;
  const now = Math.floor(reading.clock());
  const range = readRange(parameters.range) ?? usualRange(provider.steps, now);
  const steps = readShownSteps(parameters.steps);
  return found(providerPage({ site: reading.site, provider, range, steps, now }), now);
}

export async function readProviderReport(reading: Reading, { slug }: Parameters): Promise<Answer> {
  const provider = await knownOrProblem(reading, String(slug));
  if ('problem' in provider) return provider;
  const proof = await readProof(reading.db, provider.steps.at(-1)!.verificationId);
  return found(reportPage({ site: reading.site, provider, proof }), Math.floor(reading.clock()));
}

function found(page: Html, lastModified: number): Answer {
  return { content: page.text, lastModified, mediaType: 'text/html; charset=utf-8' };
}

async function knownOrProblem(reading: Reading, slug: string): Promise<KnownProvider | ReadProblem> {
  const provider = await findProvider(reading.db, slug);
  if (provider === null) {
    const nearest = (await reading.names()).nearest(fold(slug), MAX_SUGGESTIONS);
    const candidates = nearest.map(({ id, name, slug: to }) => ({ provider_id: id, name, slug: to }));
    return { problem: 'provider_not_found', candidates };
  }
  if (provider.slug !== slug) return { problem: 'provider_not_found', movedTo: provider.slug };
  return (await readKnown(reading, provider)) ?? { problem: 'indicator_not_found' };
}

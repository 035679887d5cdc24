// Reads what "Why believe this" shows, and the packages of specimens, on the reading thread.

import { findProvider } from '@rf-indicators/core/desk/providers/providers';
import { isSpecimen, listSpecimens, type Specimen } from '@rf-indicators/core/desk/providers/specimens';
import { computationAnswer } from '@rf-indicators/core/desk/publication/computation';
import { cosignedNote } from '@rf-indicators/core/log/cosignatures';
import { keyChain, trustedKeys } from '@rf-indicators/core/log/key-chain';
import {
  type ComputationAnswer,
  canonicalBytes,
  parseVerifierKey,
  recompute,
  type VerifierKey,
} from '@rf-indicators/engine';
import { whyNone } from '../../no-indicator.ts';
import type { Answer, Parameters, Reading, ReadProblem } from '../../reading.ts';
import { witnessesOf } from '../verify/witnesses.ts';
import { EXAMPLE_ADDRESS, EXAMPLE_KEY, readExample } from './example.ts';
import { whyPage } from './page.ts';
import { type ByteChange, tellingByte } from './telling-byte.ts';

/** What the page is about. */
interface Subject {
  answer: ComputationAnswer;
  address: string;
  slug: string | null;
}

const NO_SPECIMEN: ReadProblem = {
  problem: 'not_found',
  detail: 'There is no specimen of this name. The packages of other providers are for entitled readers.',
};

/** GET /specimens/{slug}.json: the same text as the computation operation of the API gives for the current indicator. */
export async function readSpecimen(reading: Reading, { slug }: Parameters): Promise<Answer> {
  const { db, disclosure } = reading;
  const provider = await findProvider(db, String(slug));
  // Says no more of a provider that is not public than of one that does not exist.
  if (provider === null || !(await isSpecimen(db, provider.id))) return NO_SPECIMEN;
  if (provider.slug !== slug) return { problem: 'not_found', movedTo: provider.slug };
  const specimen = (await listSpecimens(db)).find(({ provider_id }) => provider_id === provider.id);
  if (!specimen?.verification_id) return whyNone(reading, provider.id);
  const answer = (await computationAnswer(db, specimen.verification_id, disclosure))!;
  const { log, published_at } = answer.data;
  const { changedAt } = await cosignedNote(db, log!.tree_size, '');
  return {
    content: JSON.stringify(answer),
    lastModified: Math.max(Date.parse(published_at!), changedAt),
  };
}

/** A specimen that has another slug now, or none. */
async function movedSpecimen({ db }: Reading, slug: string): Promise<ReadProblem> {
  const provider = await findProvider(db, slug);
  const isMoved = provider !== null && provider.slug !== slug && (await isSpecimen(db, provider.id));
  return isMoved ? { problem: 'not_found', movedTo: provider.slug } : NO_SPECIMEN;
}

/** GET /why and GET /why/{slug}. Without a slug, the first specimen, or else the example. */
export async function readWhyPage(reading: Reading, { slug }: Parameters): Promise<Answer> {
  const { db, site, clock } = reading;
  const specimens = (await listSpecimens(db)).filter(({ verification_id }) => verification_id !== null);
  const subject = await subjectOf(reading, specimens, slug === undefined ? null : String(slug));
  if (subject === null) return movedSpecimen(reading, String(slug));
  const { answer } = subject;
  const isExample = subject.slug === null;
  const keys = isExample ? [await parseVerifierKey(EXAMPLE_KEY)] : await signingKeys(reading);
  const bytes = canonicalBytes(answer.data.package);
  const change = knownByte(answer);
  const altered = Uint8Array.from(bytes, (byte, at) => (at === change.at ? change.to : byte));
  const page = whyPage(site, {
    ...{ answer, bytes, change, altered, isExample },
    address: subject.address,
    specimens: specimens.map(({ slug: one, name }) => ({ slug: one, name, isShown: one === subject.slug })),
    published: await recompute(bytes, answer, keys),
    broken: await recompute(altered, answer, keys),
    witnesses: isExample ? [] : await witnessesOf(answer.data.log?.checkpoint ?? '', reading.witnesses ?? []),
  });
  return { content: page.text, lastModified: Math.floor(clock()), mediaType: 'text/html; charset=utf-8' };
}

const MOST_BYTES = 50;
const bytesByPackage = new Map<string, ByteChange>();

/** Follows from the package alone, and takes thousands of scores to be found. */
function knownByte(answer: ComputationAnswer): ByteChange {
  const { package_hash } = answer.data;
  const known = bytesByPackage.get(package_hash) ?? tellingByte(answer);
  bytesByPackage.delete(package_hash);
  bytesByPackage.set(package_hash, known);
  if (bytesByPackage.size > MOST_BYTES) bytesByPackage.delete(bytesByPackage.keys().next().value!);
  return known;
}

/** null if the slug is not that of a specimen. */
async function subjectOf(
  { db, disclosure }: Reading,
  specimens: readonly Specimen[],
  slug: string | null,
): Promise<Subject | null> {
  const chosen = slug === null ? specimens[0] : specimens.find((one) => one.slug === slug);
  if (chosen !== undefined) {
    const answer = (await computationAnswer(db, chosen.verification_id!, disclosure))!;
    return { answer, address: `/specimens/${chosen.slug}.json`, slug: chosen.slug };
  }
  if (slug !== null) return null;
  const answer = JSON.parse(await readExample()) as ComputationAnswer;
  return { answer, address: EXAMPLE_ADDRESS, slug: null };
}

async function signingKeys({ db, pinned = null }: Reading): Promise<readonly VerifierKey[]> {
  return trustedKeys(await keyChain(db, pinned));
}

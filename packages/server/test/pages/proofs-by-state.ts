// Pages of the demo, and a proof in each state that a verification page can show.

import type { Changelog, Verification } from '@rf-indicators/contract';

export const PAGES = [
  '/',
  '/docs',
  '/docs/api',
  '/docs/errors',
  '/methodology',
  '/verify',
  '/terms/api',
  '/terms/agent',
];

export async function proofsByState(url: string): Promise<Map<string, Verification>> {
  const read = async <T>(path: string) => (await (await fetch(url + path)).json()) as T;
  const { data } = await read<Changelog>('/api/public/changelog?limit=1000');
  const proofs = new Map<string, Verification>();
  const ids = new Set(data.map(({ verification_id }) => verification_id));
  for (const id of ids) {
    const proof = await read<Verification>(`/api/public/verify/${id}`);
    // Renewals have no changelog entry.
    if (proof.followed_by.current !== null) ids.add(proof.followed_by.current);
    const { renewed_by } = proof.followed_by;
    const state = proof.stale ? 'stale' : renewed_by === null ? proof.state : 'renewed';
    if (!proofs.has(state)) proofs.set(state, proof);
  }
  return proofs;
}

// The stored document of a proposal. To read it is an act that is recorded, so it is read once the reader stays with
// the proposal, and not while they pass by.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callAct, readAgain } from '../../api/acts.ts';
import type { Proposal } from './proposal.ts';

const STAYS_AFTER_MS = 250;
const TEXTS = ['text/plain', 'text/csv'];
const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export type ShownDocument =
  | { kind: 'text'; text: string | undefined; error: Error | null; retry: () => void }
  | { kind: 'image'; address: string | undefined; onShown: () => void }
  /** Is opened in a tab of its own. */
  | { kind: 'other' }
  | { kind: 'none' };

/** The document, and whether it counts as opened. */
export function useShownDocument(proposal: Proposal | null): { document: ShownDocument; isOpened: boolean } {
  const client = useQueryClient();
  const { id, sha256 = null, media_type = null, opened } = proposal?.evidence ?? {};
  const stays = useStays(id);
  const isText = media_type !== null && TEXTS.includes(media_type);
  const text = useQuery({
    queryKey: ['document', sha256],
    queryFn: async () => textOf(await callAct('evidence.open', { evidence: id! })),
    enabled: stays && isText,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isOpened = opened !== false || (isText && text.isSuccess);
  if (sha256 === null || media_type === null) return { document: { kind: 'none' }, isOpened };
  if (isText) {
    const { data, error } = text;
    return { document: { kind: 'text', text: data, error, retry: () => void text.refetch() }, isOpened };
  }
  if (!IMAGES.includes(media_type)) return { document: { kind: 'other' }, isOpened };
  const address = stays ? documentAddress(sha256) : undefined;
  return {
    document: { kind: 'image', address, onShown: () => void readAgain(client, ['inputs']) },
    isOpened,
  };
}

/** To follow it opens the document, and records that. */
export function documentAddress(sha256: string): string {
  return `/console/documents/${sha256}`;
}

function useStays(id: string | undefined): boolean {
  const [staysWith, setStaysWith] = useState<string | undefined>();
  useEffect(() => {
    const timer = setTimeout(() => setStaysWith(id), STAYS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return id !== undefined && staysWith === id;
}

function textOf({ base64 }: { base64: string }): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
}

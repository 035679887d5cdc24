// Reads a stored document. To read it is an act that is recorded, so it is read once the reader stays with it, and not
// while they pass by.

import type { Problem } from '@rf-indicators/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SHOWN_AS_IT_WAS } from '../../api/acts.ts';
import { ConnectionError, ProblemError } from '../../api/problem.ts';
import { signedIn } from '../../api/sign-in-again.ts';

const STAYS_AFTER_MS = 250;
/** Documents have up to 10 MB: only those that were just read are kept. */
const KEPT_MS = 60_000;

/** To follow it opens the document, and records that. */
export function documentAddress(sha256: string): string {
  return `/console/documents/${sha256}`;
}

export function useDocumentBytes(sha256: string, isWanted: boolean): UseQueryResult<Uint8Array> {
  return useQuery({
    queryKey: ['document', sha256],
    queryFn: () => signedIn(() => readBytes(documentAddress(sha256))),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    // The bytes of a digest never change.
    meta: SHOWN_AS_IT_WAS,
  });
}

async function readBytes(address: string): Promise<Uint8Array> {
  let response: Response;
  let bytes: Uint8Array;
  try {
    response = await fetch(address);
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw new ConnectionError('The server did not answer.', { cause: error });
  }
  if (response.ok) return bytes;
  let problem: Problem;
  try {
    problem = JSON.parse(new TextDecoder().decode(bytes)) as Problem;
  } catch (error) {
    throw new ConnectionError('The answer is not from the server.', { cause: error });
  }
  throw new ProblemError(problem);
}

/** Whether the reader has stayed with this document for a moment. */
export function useStays(key: string | null): boolean {
  const [staysWith, setStaysWith] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setStaysWith(key), STAYS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return key !== null && staysWith === key;
}

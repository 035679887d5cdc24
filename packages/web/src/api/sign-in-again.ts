// Asks the person to sign in again without leaving the page: their session ended, or an act needs a fresh sign-in.
// What they typed stays, and the request that was refused is sent once more.

import { useSyncExternalStore } from 'react';
import { isProblem } from './problem.ts';

export type SignInReason = 'ended' | 'fresh';

interface Question {
  reason: SignInReason;
  settle: (isSignedIn: boolean) => void;
  answer: Promise<boolean>;
}

let question: Question | null = null;
let declined = 0;
const listeners = new Set<() => void>();

function change(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** One question at a time: requests that are refused at the same time wait for the same answer. */
function ask(reason: SignInReason): Promise<boolean> {
  if (question === null) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const settle = (isSignedIn: boolean) => {
      if (!isSignedIn) declined += 1;
      change(null);
      resolve(isSignedIn);
    };
    change({ reason, settle, answer: promise });
  }
  return question!.answer;
}

/** Null while nothing is asked. */
export function useSignInQuestion(): Question | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question,
  );
}

function reasonOf(error: unknown): SignInReason | null {
  if (isProblem(error, 'not_signed_in')) return 'ended';
  return isProblem(error, 'sign_in_again') ? 'fresh' : null;
}

/** Does not ask for a request that was already under way when the person declined: they would be asked twice. */
export async function signedIn<T>(request: () => Promise<T>): Promise<T> {
  const declinedBefore = declined;
  try {
    return await request();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null || declined !== declinedBefore || !(await ask(reason))) throw error;
    return request();
  }
}

// Performs an act that creates something at most once for each Idempotency-Key. A repetition gets the first answer again,
// without what is shown once: no secret is kept for it. The caller was admitted to the act before.

import { createHash } from 'node:crypto';
import { ACTS, type Act, type ActName, type AnswerOf, type InputOf } from '@rf-indicators/contract/acts';
import { withoutSecrets } from '@rf-indicators/contract/console';
import { canonicalJson, type JsonValue } from '@rf-indicators/engine';
import { answerBefore, IDEMPOTENT_MS, rememberAnswer } from '../context/idempotent-answers.ts';
import { Refusal } from '../context/refusal.ts';
import type { Store, Writes } from '../store/store.ts';
import type { Caller } from './caller.ts';
import { performAdmitted } from './perform.ts';
import type { ActServices } from './services.ts';

export interface Performed<Name extends ActName> {
  /** Secrets in it are null if it is repeated. */
  answer: AnswerOf<Name>;
  repeated: boolean;
}

/** Kept in place of the answer until it is known. */
const UNKNOWN = '';

export async function performOnce<Name extends ActName>(
  services: ActServices,
  caller: Caller,
  name: Name,
  input: InputOf<Name>,
  key: string | null,
): Promise<Performed<Name>> {
  const entry: Act = ACTS[name];
  if (key === null || entry.creates !== true)
    return { answer: await performAdmitted(services, caller, name, input), repeated: false };
  const { store, clock } = services.context;
  const digest = digestOf(input as JsonValue);
  const scope = `${name} ${personOf(caller, digest)}`;
  const known = await answerBefore(store.db, scope, key, clock() - IDEMPOTENT_MS);
  if (known !== undefined) return { answer: firstAnswer(known, digest) as AnswerOf<Name>, repeated: true };
  const remember = (writes: Writes, text: string) =>
    rememberAnswer(writes, scope, key, digest, text, clock());
  // With the first thing that the act writes, so that it is done and remembered, or neither.
  const marking = withFirst(store, async (writes) => {
    const other = await answerBefore(writes, scope, key, clock() - IDEMPOTENT_MS);
    if (other !== undefined)
      throw new Refusal('conflict', 'A request with this Idempotency-Key is being handled.');
    await remember(writes, UNKNOWN);
  });
  const context = { ...services.context, store: marking };
  const answer = await performAdmitted({ ...services, context }, caller, name, input);
  await store.transaction((writes) => remember(writes, JSON.stringify(withoutSecrets(entry, answer))));
  return { answer, repeated: false };
}

function firstAnswer(
  { body_digest, answer }: { body_digest: string; answer: string },
  digest: string,
): unknown {
  if (body_digest !== digest)
    throw new Refusal('conflict', 'This Idempotency-Key was used for another request. Use a new one.');
  if (answer !== UNKNOWN) return JSON.parse(answer);
  throw new Refusal(
    'conflict',
    'The first request with this Idempotency-Key was carried out, or is being carried out, and its answer is not known. ' +
      'Look at the list of what it creates before you send it again with a new key.',
  );
}

/** The same store, whose first transaction also does this. */
function withFirst(store: Store, first: (writes: Writes) => Promise<void>): Store {
  let isDone = false;
  return {
    ...store,
    transaction: async (work, options) => {
      if (isDone) return store.transaction(work, options);
      const result = await store.transaction(async (writes) => {
        await first(writes);
        return work(writes);
      }, options);
      isDone = true;
      return result;
    },
  };
}

/** Keys belong to the person; without one, to what was asked. */
function personOf(caller: Caller, digest: string): string {
  if (caller.kind === 'staff') return `staff/${caller.actor.id}`;
  return caller.kind === 'member' ? `member/${caller.member.id}` : `nobody/${digest}`;
}

function digestOf(input: JsonValue): string {
  return createHash('sha256').update(canonicalJson(input)).digest('hex');
}

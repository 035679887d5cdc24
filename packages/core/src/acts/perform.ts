// Performs an act: checks the caller's permission and the input, then calls the domain function.

import {
  ACTS,
  type Act,
  type ActName,
  type AnswerOf,
  type InputOf,
  type StaffActName,
  type WhoMay,
} from '@rf-indicators/contract/acts';
import { actingStaff } from '../accounts/staff.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { type Caller, requireCallerMay, workspaceOf } from './caller.ts';
import { requireValidInput } from './check-input.ts';
import type { ActServices } from './services.ts';
import { bindingOf } from './table.ts';

/**
 * Throws a refusal if the caller may not perform the act or the input is not valid. The domain functions check the role
 * again in their transaction, because a member may have been removed in the meantime.
 */
export async function performAct<Name extends ActName>(
  services: ActServices,
  caller: Caller,
  name: Name,
  input: InputOf<Name>,
): Promise<AnswerOf<Name>> {
  requireCallerMay(caller, name);
  requireValidInput(name, input);
  const subject = await subjectOf(services, await asTheyAreNow(services, caller, name), name, input);
  const { kind, answer: schema }: Act = ACTS[name];
  const perform = await bindingOf(name);
  const answered = await perform(services, subject as Parameters<typeof perform>[1], input);
  if (kind === 'act') await sealPublicFacts(services);
  return (Object.keys(schema.properties).length === 0 ? {} : answered) as AnswerOf<Name>;
}

/** What the act made public is signed at once. A process without the master key leaves it to the service. */
async function sealPublicFacts(services: ActServices): Promise<void> {
  const { context, checkpointFile } = services;
  // Loaded here: a command that only reads signs nothing.
  const { hasUnsealedFacts, sealRecords } = await import('../log/seal.ts');
  if (!(await hasUnsealedFacts(context.store.db))) return;
  let masterKey: MasterKey;
  try {
    masterKey = services.masterKey();
  } catch {
    return;
  }
  await sealRecords(context, { masterKey, pinned: await services.pinnedKey(), checkpointFile });
}

/** A session may be older than the retirement of its holder, or the loss of a role. */
async function asTheyAreNow({ context }: ActServices, caller: Caller, name: ActName): Promise<Caller> {
  const { kind, who }: { kind: string; who: WhoMay } = ACTS[name];
  if (kind === 'read' || caller.kind !== 'staff' || who.staff === undefined) return caller;
  return { kind: 'staff', actor: await actingStaff(context.store.db, caller.actor, name as StaffActName) };
}

async function subjectOf({ context }: ActServices, caller: Caller, name: ActName, input: object) {
  const { kind, who }: { kind: string; who: WhoMay } = ACTS[name];
  if (who.anyone !== undefined) return null;
  if (kind === 'read' && who.member !== undefined) {
    return workspaceOf(context, caller, (input as { workspace?: string }).workspace);
  }
  if (caller.kind === 'staff') return caller.actor;
  return caller.kind === 'member' ? { ...caller.member, from: caller.from } : null;
}

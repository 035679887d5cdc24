// Performs an act: checks the caller's permission and the input, then calls the domain function, which reads the role of
// the person once more in its transaction: they may have lost it in the meantime. Callers write and read instants as text,
// and the domain has milliseconds since 1970: both are rewritten here and nowhere else.

import {
  ACTS,
  type Act,
  type ActName,
  type AnswerOf,
  type DomainAnswerOf,
  type InputOf,
} from '@rf-indicators/contract/acts';
import { type Caller, requireCallerMay, workspaceOf } from './caller.ts';
import { checkedInput } from './check-input.ts';
import { answerForCallers } from './instants.ts';
import type { ActServices } from './services.ts';
import { bindingOf } from './table.ts';

/** Throws a refusal if the caller may not perform the act or the input is not valid. */
export async function performAct<Name extends ActName>(
  services: ActServices,
  caller: Caller,
  name: Name,
  input: InputOf<Name>,
): Promise<AnswerOf<Name>> {
  requireCallerMay(caller, name);
  return performAdmitted(services, caller, name, input);
}

/** For a caller whose permission for this act was checked when their request was admitted. */
export async function performAdmitted<Name extends ActName>(
  services: ActServices,
  caller: Caller,
  name: Name,
  input: InputOf<Name>,
): Promise<AnswerOf<Name>> {
  const read = checkedInput(name, input);
  const subject = await subjectOf(services, caller, name, input);
  const { kind, answer: schema }: Act = ACTS[name];
  const perform = await bindingOf(name);
  const answered = await perform(services, subject as Parameters<typeof perform>[1], read);
  if (kind === 'act') await sealPublicFacts(services);
  if (Object.keys(schema.properties).length === 0) return {} as AnswerOf<Name>;
  return answerForCallers(name, answered as DomainAnswerOf<Name>);
}

/** What the act made public is signed at once. */
async function sealPublicFacts(services: ActServices): Promise<void> {
  const { context, checkpointFile } = services;
  // Loaded here: a command that only reads signs nothing.
  const { hasUnsealedFacts, sealRecords } = await import('../log/seal.ts');
  if (!(await hasUnsealedFacts(context.store.db))) return;
  const [masterKey, pinned] = [services.masterKey(), await services.pinnedKey()];
  await sealRecords(context, { masterKey, pinned, checkpointFile });
}

async function subjectOf({ context }: ActServices, caller: Caller, name: ActName, input: object) {
  const { kind, who, ofMember }: Act = ACTS[name];
  if (who.anyone !== undefined) return null;
  if (kind === 'read' && who.member !== undefined && ofMember !== true) {
    const workspace = await workspaceOf(context, caller, (input as { workspace?: string }).workspace);
    return { ...workspace, reader: caller.kind === 'member' ? caller.member : null };
  }
  if (caller.kind === 'staff') return caller.actor;
  return caller.kind === 'member' ? { ...caller.member, from: caller.from } : null;
}

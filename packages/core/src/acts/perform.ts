// The one way to perform an act: may the caller, is the input valid, then the domain's function.

import { ACTS, type ActName, type AnswerOf, type InputOf, type WhoMay } from '@rf-indicators/contract/acts';
import type { Binding } from './binding.ts';
import { type Caller, requireCallerMay, workspaceOf } from './caller.ts';
import { requireValidInput } from './check-input.ts';
import type { ActServices } from './services.ts';
import { BINDINGS } from './table.ts';

/**
 * A refusal says what is wrong. The domain's functions ask for the same role again, by the same entry and in the
 * transaction that changes something: a member who was removed meanwhile changes nothing.
 */
export async function performAct<Name extends ActName>(
  services: ActServices,
  caller: Caller,
  name: Name,
  input: InputOf<Name>,
): Promise<AnswerOf<Name>> {
  requireCallerMay(caller, name);
  requireValidInput(name, input);
  const subject = await subjectOf(services, caller, name, input);
  // The table is typed entry by entry; here its entries are one.
  const { perform } = BINDINGS[name] as unknown as Binding<Name>;
  return perform(services, subject as Parameters<typeof perform>[1], input);
}

async function subjectOf({ context }: ActServices, caller: Caller, name: ActName, input: object) {
  const { kind, who }: { kind: string; who: WhoMay } = ACTS[name];
  if (who.anyone !== undefined) return null;
  if (kind === 'read') {
    return who.member === undefined
      ? null
      : workspaceOf(context, caller, (input as { workspace?: string }).workspace);
  }
  if (caller.kind === 'staff') return caller.actor;
  return caller.kind === 'member' ? { ...caller.member, from: caller.from } : null;
}

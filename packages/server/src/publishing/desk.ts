// The desk: what every act of the write side needs, and who may act.

import { countChange } from '../store/change-counter.ts';
import type { StaffRole } from '../store/schema.ts';
import type { Store, Writes } from '../store/store.ts';

export interface Desk {
  store: Store;
  /** Epoch milliseconds. */
  clock: () => number;
  newId: () => string;
}

export interface Actor {
  id: string;
  name: string;
  roles: readonly StaffRole[];
}

/** The service itself, for what happens by the clock and needs nobody. */
export const SERVICE: Actor = { id: 'service', name: 'the service', roles: [] };

export type RefusalCode =
  | 'insufficient_role'
  | 'invalid_token'
  | 'not_found'
  | 'conflict'
  | 'validation_failed'
  | 'terms_not_accepted'
  | 'workspace_not_eligible'
  | 'pilot_not_enabled';

export interface RefusalDetail {
  /** Where in what was given: "line 3", a JSON pointer, an id. */
  place: string;
  code: string;
  message: string;
}

/** An act that is refused: the caller can mend it, and the message says how. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly details: readonly RefusalDetail[];

  constructor(code: RefusalCode, message: string, details: readonly RefusalDetail[] = []) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

export function requireRole(actor: Actor, ...roles: StaffRole[]): void {
  if (roles.some((role) => actor.roles.includes(role))) return;
  throw new Refusal('insufficient_role', `${actor.name} is no ${roles.join(' and no ')}, which this takes.`);
}

/** Every act leaves a record in the transaction that does it; staff act, and so do members of workspaces. */
export async function recordAct(
  desk: Desk,
  writes: Writes,
  actor: Pick<Actor, 'id'>,
  action: string,
  subject: string,
  before: unknown,
  after: unknown,
): Promise<void> {
  await writes
    .insertInto('audit')
    .values({
      seq: await nextSequence(writes, 'audit'),
      id: desk.newId(),
      at: desk.clock(),
      actor: actor.id,
      action,
      subject,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
    })
    .execute();
  await countChange(writes);
}

/** Gapless, and in the order of commits: writers of these tables wait for each other. */
export async function nextSequence(
  db: Writes,
  table: 'audit' | 'changelog' | 'events' | 'stale_marks',
): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0) + 1;
}

// A desk with people, frameworks and the sample providers, for tests of the write side.

import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { writeToken } from '@rf-indicators/core/accounts/staff';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import type { StaffRole } from '@rf-indicators/core/store/schema';
import type { Store, StoreKind } from '@rf-indicators/core/store/store';
import {
  type MethodologyDocument,
  parseSignerKey,
  type Signer,
  signerKeyFromSeed,
  signMethodology,
} from '@rf-indicators/engine';
import { sql } from 'kysely';
import { type SampleProvider, sampleProviders } from '../../packages/server/src/demo/founding.ts';
import { FRAMEWORK } from './repository.ts';
import { emptyStore } from './stores.ts';

export const START = Date.parse('2026-04-01T09:00:00Z');

/** A desk whose clock stands still until it is moved, and whose ids count up. */
export async function fixtureDesk(
  kind: StoreKind,
  t: TestContext,
  given?: Store,
): Promise<Context & { now: number }> {
  const store = given ?? (await emptyStore(kind, t));
  let ids = 0;
  const desk = {
    store,
    now: START,
    clock: () => desk.now,
    newId: () => {
      ids += 1;
      return `00000000-0000-7000-8000-${String(ids).padStart(12, '0')}`;
    },
  };
  return desk;
}

export async function person(desk: Context, id: string, ...roles: StaffRole[]): Promise<Actor> {
  await desk.store.transaction(async (writes) => {
    await writes.insertInto('staff').values({ id, name: id, created_at: START, retired_at: null }).execute();
    for (const role of roles) await writes.insertInto('staff_roles').values({ staff_id: id, role }).execute();
    await writeToken(desk, writes, id, { confirmed: true });
  });
  return { id, name: id, roles };
}

export async function keyOf(name: string, seed: number): Promise<Signer> {
  const { signer } = await signerKeyFromSeed(name, new Uint8Array(32).fill(seed));
  return parseSignerKey(signer);
}

/** The shipped framework, or a version of it with other words in it. */
export function framework(version = '1.0', effectiveFrom = '2026-04-01'): MethodologyDocument {
  const document: MethodologyDocument = JSON.parse(readFileSync(FRAMEWORK, 'utf8'));
  return { ...document, methodology_version: version, effective_from: effectiveFrom };
}

export function signed(document: MethodologyDocument, signer: Signer) {
  return signMethodology(document, signer, 'An officer', '2026-03-20T09:00:00Z');
}

/** Opens a table for changes that the store forbids, as somebody with the database's password could. */
export async function dropTriggers({ store }: Context, table: string): Promise<void> {
  const isSqlite = store.kind === 'sqlite';
  const triggers = isSqlite
    ? sql<{ name: string }>`select name from sqlite_schema where type = 'trigger' and tbl_name = ${table}`
    : sql<{
        name: string;
      }>`select tgname as name from pg_trigger where tgrelid = ${table}::regclass and not tgisinternal`;
  for (const { name } of (await triggers.execute(store.db)).rows) {
    await sql.raw(`drop trigger ${name}${isSqlite ? '' : ` on ${table}`}`).execute(store.db);
  }
}

export const samples: readonly SampleProvider[] = sampleProviders();

/** The sample providers with their approved inputs, written past the desk. */
export async function addSamples(desk: Context, analyst: Actor, reviewer: Actor): Promise<void> {
  const { db } = desk.store;
  const before = START - 1000;
  const document = { sha256: 'd0c', media_type: 'text/plain', bytes: Buffer.from('x') };
  await db
    .insertInto('documents')
    .values({ ...document, stored_at: before, stored_by: analyst.id })
    .execute();
  for (const sample of samples) await addProvider(desk, analyst, sample);
  const values = samples.flatMap(({ provider_id, gates, inputs }) =>
    Object.entries({ ...gates, ...inputs }).map(([input_id, given]) => ({
      id: `${provider_id}:${input_id}`,
      provider_id,
      input_id,
      ...given,
    })),
  );
  const about = { kind: 'report', title: 'Report', url: null, page: null, quote: null, sha256: 'd0c' };
  const recorded = { recorded_at: before, recorded_by: analyst.id };
  await db
    .insertInto('evidence')
    .values(
      values.map(({ id, evidence_date, grade }) => ({ id, ...about, evidence_date, grade, ...recorded })),
    )
    .execute();
  const proposed = { currency: null, renewal: 0, facts: '{}', proposed_by: analyst.id, proposed_at: before };
  await db
    .insertInto('proposals')
    .values(
      values.map(({ id, provider_id, input_id, value }) => ({
        ...{ id, batch_id: 'b', provider_id, input_id, value, evidence_id: id },
        ...proposed,
      })),
    )
    .execute();
  const decided = {
    decision: 'approved',
    decided_by: reviewer.id,
    decided_at: before,
    reason: null,
  } as const;
  await db
    .insertInto('decisions')
    .values(values.map(({ id }) => ({ proposal_id: id, proposed_by: analyst.id, ...decided })))
    .execute();
}

export async function addProvider(desk: Context, analyst: Actor, sample: SampleProvider): Promise<void> {
  const { db } = desk.store;
  const { provider_id: id, name, planner_type, yield_min, yield_max, flags } = sample;
  const before = START - 1000;
  await db
    .insertInto('providers')
    .values({ id, slug: id.toLowerCase(), created_at: before, retired_at: null })
    .execute();
  await db
    .insertInto('provider_versions')
    .values({
      provider_id: id,
      version: 1,
      recorded_at: before,
      recorded_by: analyst.id,
      name,
      aliases: '[]',
      subtype: sample.provider_subtype,
      website: null,
    })
    .execute();
  const facts = { planner_type, yield_min, yield_max, payout_currency: 'USD', ...flags };
  for (const [fact_id, value] of Object.entries(facts)) {
    await db
      .insertInto('recorded_facts')
      .values({ provider_id: id, currency: null, fact_id, value: String(value), recorded_at: before })
      .execute();
  }
}

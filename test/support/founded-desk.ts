// A store as rf init leaves it, and ways to put something into its log without the whole walk.

import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import type { Context } from '@rf-indicators/core/context/context';
import { type InitialisedStore, initialise } from '@rf-indicators/core/desk/initialise';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { prepareAppend, writeAppend } from '@rf-indicators/core/log/store';
import {
  createMasterKeyFile,
  type MasterKey,
  masterKeyFile,
  readMasterKey,
} from '@rf-indicators/core/secrets/master-key';
import { createStore } from '@rf-indicators/core/store/open';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { canonicalJson, type JsonValue, signObject } from '@rf-indicators/engine';
import { START } from './desk-fixture.ts';
import { cleanUp } from './lifetime.ts';

export interface FoundedDesk {
  desk: Context;
  masterKey: MasterKey;
  founded: InitialisedStore;
}

export async function foundedDesk(location: StoreLocation, t: TestContext): Promise<FoundedDesk> {
  const store = await createStore(location);
  cleanUp(t, () => store.close());
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `00000000-0000-7000-9000-${String(ids).padStart(12, '0')}`;
  };
  const desk = { store, clock: () => START, newId };
  if (!existsSync(masterKeyFile(location.dataDir))) createMasterKeyFile(location.dataDir);
  const masterKey = readMasterKey(location.dataDir, undefined);
  return { desk, masterKey, founded: await initialise(desk, masterKey) };
}

/** Entries in the log, with a signed checkpoint. */
export async function growLog({ desk, masterKey }: FoundedDesk, ...leaves: string[]): Promise<void> {
  await desk.store.transaction(async (writes) => {
    const signer = await currentSigner(writes, masterKey);
    const entries = leaves.map((leaf) => ({ kind: 'statement' as const, leaf }));
    await writeAppend(writes, await prepareAppend(writes, entries, [signer]), desk.clock());
  });
}

/** Indicators that follow each other, in the order given, with what they refer to. */
export async function addIndicators(desk: FoundedDesk, ...ids: string[]): Promise<void> {
  const { db } = desk.desk.store;
  const by = desk.founded.operator.id;
  const digest = 'm'.repeat(64);
  const { configurationDigest: configuration_digest } = desk.founded;
  const now = START;
  await db
    .insertInto('providers')
    .values({ id: 'p', slug: 'p', created_at: now, retired_at: null })
    .execute();
  await desk.desk.store.transaction((writes) =>
    writes
      .insertInto('officer_keys')
      .values({
        key_id: 'k',
        staff_id: by,
        public_key: 'k',
        enrolled_at: now,
        enrolled_by: by,
        retired_at: null,
      })
      .execute(),
  );
  const texts = { version: '1.0', framework_version: 'f', effective_from: '2026-04-01', document: '{}' };
  await db
    .insertInto('methodologies')
    .values({ digest, ...texts, imported_at: now, imported_by: by })
    .execute();
  await db
    .insertInto('methodology_sign_offs')
    .values({ digest, staff_id: by, key_id: 'k', sign_off: '{}', recorded_at: now })
    .execute();
  await db
    .insertInto('methodology_activations')
    .values({ digest, activated_by: by, activated_at: now, impact: '{}', notes: '' })
    .execute();
  const run = { kind: 'manual', status: 'published', as_of: now, known_at: now, created_by: by } as const;
  const none = { corrects_proposal: null, corrected_by_proposal: null, reason: null, finished_at: now };
  await db
    .insertInto('runs')
    .values({ id: 'r', ...run, ...none, created_at: now, methodology_digest: digest, configuration_digest })
    .execute();
  await db
    .insertInto('publications')
    .values({ id: 'u', run_id: 'r', published_at: now, published_by: by, approved_by: null, tree_size: 0 })
    .execute();
  const signer = await currentSigner(db, desk.masterKey);
  let supersedes: string | null = null;
  for (const [index, verification_id] of ids.entries()) {
    const package_hash = `hash of ${verification_id}`;
    await db
      .insertInto('packages')
      .values({ package_hash, verification_id, methodology_digest: digest, uncompressed: `{"n":${index}}` })
      .execute();
    const statement = { verification_id } as Record<string, JsonValue>;
    const { tree_size: log_index } = await db.selectFrom('log_state').selectAll().executeTakeFirstOrThrow();
    await growLog(desk, canonicalJson(statement));
    await db
      .insertInto('indicators')
      .values({
        verification_id,
        provider_id: 'p',
        publication_id: 'u',
        package_hash,
        methodology_digest: digest,
        as_of: now,
        known_at: now,
        published_at: now,
        final_score: 5000,
        risk_band: 'B',
        caps: '',
        kind: 'initial',
        renews: null,
        statement: canonicalJson(statement),
        signature: JSON.stringify(await signObject(statement, signer)),
        log_index,
        supersedes,
        corrects: null,
        correction_reason: null,
      })
      .execute();
    supersedes = verification_id;
  }
}

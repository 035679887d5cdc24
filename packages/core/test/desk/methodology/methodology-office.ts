// A desk at which frameworks are imported, signed and activated.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Actor } from '@rf-indicators/core/context/actor';
import type { Context } from '@rf-indicators/core/context/context';
import { Refusal } from '@rf-indicators/core/context/refusal';
import {
  effectiveMethodology,
  importMethodology,
  recordSignOff,
  requireSigned,
} from '@rf-indicators/core/desk/methodology/registry';
import type { StoreKind } from '@rf-indicators/core/store/store';
import type { MethodologyDocument, Signer } from '@rf-indicators/engine';
import { fixtureDesk, keyOf, person, signed } from '../../../../../test/support/desk-fixture.ts';
import { activate as activateFramework, enrolKey } from '../../../../../test/support/staff.ts';

export interface Office {
  desk: Context & { now: number };
  operator: Actor;
  officer: Actor;
  key: Signer;
}

/** An operator and a chief risk officer whose key is enrolled. */
export async function openOffice(kind: StoreKind, t: TestContext): Promise<Office> {
  const desk = await fixtureDesk(kind, t);
  const operator = await person(desk, 'olga', 'operator');
  const officer = await person(desk, 'cora', 'chief_risk_officer');
  const key = await keyOf('cora-key', 1);
  await enrolKey(desk, operator, { staffId: officer.id, publicKey: key.verifierKey });
  return { desk, operator, officer, key };
}

export async function importSigned(
  { desk, officer, key }: Office,
  document: MethodologyDocument,
): Promise<string> {
  const digest = await importMethodology(desk, officer, document);
  await recordSignOff(desk, officer, await signed(document, key));
  return digest;
}

export async function activate(office: Office, document: MethodologyDocument): Promise<string> {
  const digest = await importSigned(office, document);
  await activateFramework(office.desk, office.operator, digest, 'A new version.');
  return digest;
}

export function refused(code: string, message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  };
}

/** No road leads from this framework to a publication. */
export async function assertUnusable({ desk, operator }: Office, digest: string, why: RegExp): Promise<void> {
  const { db } = desk.store;
  await assert.rejects(requireSigned(db, digest), refused('conflict', why));
  await assert.rejects(
    activateFramework(desk, operator, digest, 'x'),
    refused('conflict', new RegExp(`${why.source}|the store was altered`)),
  );
  const { activations } = await db
    .selectFrom('methodology_activations')
    .select(({ fn }) => fn.countAll<number>().as('activations'))
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  if (Number(activations) > 0)
    await assert.rejects(effectiveMethodology(db, desk.now), refused('conflict', why));
}

export function events({ store }: Context) {
  return store.db.selectFrom('events').selectAll().orderBy('seq').execute();
}

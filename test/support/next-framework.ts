// A second framework for tests: announced by the operator, approved by the reviewer, as acts.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import type { Caller } from '@rf-indicators/core/acts/caller';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { ActServices } from '@rf-indicators/core/acts/services';
import type { Actor } from '@rf-indicators/core/context/actor';
import {
  type MethodologyDocument,
  parseSignerKey,
  signerKeyFromSeed,
  signMethodology,
} from '@rf-indicators/engine';
import { actServicesOf } from './act-services.ts';
import { framework } from './desk-fixture.ts';
import type { World } from './world.ts';

export function actServices({ desk, masterKey }: World): ActServices {
  return actServicesOf(desk, () => masterKey);
}

export function staff(actor: Actor): Caller {
  return { kind: 'staff', actor };
}

/** Reserves count more and liquidity less than in version 1.0. */
export function nextFramework(version: string, effectiveFrom: string): MethodologyDocument {
  const document = framework(version, effectiveFrom);
  document.modules[0]!.weight = 25;
  document.modules[1]!.weight = 12;
  return document;
}

/** Imported, and signed by the demo's officer. Returns the digest. */
export async function importSigned(world: World, document: MethodologyDocument): Promise<string> {
  const services = actServices(world);
  const { digest } = await performAct(services, staff(world.people.operator), 'frameworks.import', {
    document: document as unknown as Record<string, unknown>,
  });
  const key = await signerKeyFromSeed('rf-demo-chief-risk-officer', new Uint8Array(32).fill(2));
  const signer = await parseSignerKey(key.signer);
  const signOff = await signMethodology(document, signer, world.people.officer.name, '2026-04-01T06:00:00Z');
  await performAct(services, staff(world.people.officer), 'frameworks.record_sign_off', {
    sign_off: signOff as unknown as Record<string, unknown>,
  });
  return digest;
}

export function requestActivation(
  world: World,
  given: string,
  urgent?: string,
): Promise<AnswerOf<'frameworks.activate'>> {
  return performAct(actServices(world), staff(world.people.operator), 'frameworks.activate', {
    framework: given,
    notes: 'Reserves count more.',
    ...(urgent === undefined ? {} : { urgent }),
  });
}

export function requestCancellation(world: World, given: string): Promise<AnswerOf<'frameworks.cancel'>> {
  return performAct(actServices(world), staff(world.people.operator), 'frameworks.cancel', {
    framework: given,
    reason: 'A weight was wrong.',
  });
}

export async function approve(world: World, { request }: { request: string | null }): Promise<void> {
  await performAct(actServices(world), staff(world.people.reviewer), 'requests.approve', {
    request: request!,
  });
}

/** Imported, signed, requested and approved. Returns the digest. */
export async function announce(
  world: World,
  document: MethodologyDocument,
  urgent?: string,
): Promise<string> {
  const digest = await importSigned(world, document);
  await approve(world, await requestActivation(world, digest, urgent));
  return digest;
}

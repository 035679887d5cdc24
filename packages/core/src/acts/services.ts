// The dependencies of acts. The service or a command provides them, so that acts do not depend on processes or
// settings.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { VerifierKey } from '@rf-indicators/engine';
import type { ConfiguredServers } from '../accounts/sign-in-servers.ts';
import type { Resolve } from '../books/files/match-names.ts';
import type { Context } from '../context/context.ts';
import type { Diagnosis } from '../desk/doctor/doctor-verdict.ts';
import type { PublishingPolicy } from '../desk/runs/policy.ts';
import type { SignInLinks } from '../identity/mails.ts';
import type { SecondFactorCipher } from '../resealing/sealed-values.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { TargetRules } from '../webhooks/target-check.ts';
import type { RenderTestEvent } from '../webhooks/test-events.ts';

export type Stage = 'scored' | 'signed' | 'compared' | 'sealed' | 'assessed';

export interface ActServices {
  context: Context;
  /** A function, because only acts that encrypt or sign need the key. */
  masterKey(): MasterKey;
  /** How second factors are encrypted. */
  secondFactors: SecondFactorCipher;
  policy: PublishingPolicy;
  /** The verifier key that is pinned outside the store; null if none is. */
  pinnedKey(): Promise<VerifierKey | null>;
  /** The file outside the store that collects signed checkpoints, if there is one. */
  checkpointFile: string | null;
  targetRules(): Promise<TargetRules>;
  /** The mail server and the OIDC provider in the settings. */
  servers: ConfiguredServers;
  /** How links to sign in are made and mailed. */
  signInLinks(): SignInLinks;
  renderTestEvent(): Promise<RenderTestEvent>;
  /** Which published providers names and identifiers are. */
  resolveNames: Resolve;
  /** Takes work that continues after the answer; absent where the process ends with the act. */
  inBackground?(work: Promise<void>): void;
  /** Whether a service performs the act, which also does the scheduled work; absent in a command. */
  isServed?: true;
  /** Of the software. */
  version?: string;
  /** What the process that serves knows of itself; absent in a command. */
  serving?: DomainAnswerOf<'service.show'>['serving'] | undefined;
  /** Checks everything that the service depends on. */
  examine?(): Promise<Diagnosis[]>;
  /** Reports the progress of long-running acts. */
  progress?(stage: Stage, done: number, all: number): void;
}

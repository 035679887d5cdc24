// Checks what callers give. A mistake of the caller throws before anything is sent: it is no failure of the service.

import type { VerifierKey } from '@rf-indicators/engine';
import { InvalidArgumentError } from '../errors.ts';
import { numberFrom } from '../settings.ts';
import { readKeys } from '../verify/keys.ts';
import type { OnFailure, PolicyOptions, Question } from './forms.ts';

export interface ReadOptions {
  keys: readonly VerifierKey[];
  deadlineMs: number;
  onFailure: OnFailure;
  workspaceId: string | undefined;
}

/** With what the caller left out, as the service reads it. */
export type ReadQuestion = { [Name in keyof Question]-?: Exclude<Question[Name], undefined> | null } & {
  policy: string;
  providers: readonly string[];
  exposure: 'new' | 'existing';
};

const DEADLINE_MS = 5000;
/** A longer timer would end at once. */
const LONGEST_DEADLINE_MS = 2 ** 31 - 1;

export async function readOptions(options: PolicyOptions): Promise<ReadOptions> {
  // JavaScript callers may leave out what the types require.
  const {
    keys,
    deadlineMs = DEADLINE_MS,
    onFailure = 'BLOCK',
    workspaceId,
  }: Partial<PolicyOptions> = options ?? {};
  if (onFailure !== 'BLOCK' && onFailure !== 'REVIEW') {
    const message = 'onFailure must be BLOCK or REVIEW: a failure says nothing about a provider.';
    throw new InvalidArgumentError('onFailure', message);
  }
  if (workspaceId !== undefined) textArgument('workspaceId', workspaceId);
  return {
    keys: await readKeys(keys),
    deadlineMs: Math.min(numberFrom(1, 'deadlineMs', deadlineMs), LONGEST_DEADLINE_MS),
    onFailure,
    workspaceId,
  };
}

export function readQuestion(question: Question): ReadQuestion {
  const { policy, providers, exposure, reference, at }: Partial<Question> = question ?? {};
  if (!Array.isArray(providers) || providers.length === 0) {
    throw new InvalidArgumentError('providers', 'providers must be a list of ids that is not empty.');
  }
  return {
    policy: textArgument('policy', policy),
    providers: providers.map((provider) => textArgument('providers', provider)),
    exposure: readExposure(exposure),
    reference: reference === undefined ? null : textArgument('reference', reference),
    at: at === undefined ? null : textArgument('at', at),
  };
}

export function readExposure(exposure: unknown = 'new'): 'new' | 'existing' {
  if (exposure === 'new' || exposure === 'existing') return exposure;
  throw new InvalidArgumentError('exposure', 'exposure must be new or existing.');
}

/** Half of a surrogate pair has no digest. */
export function textArgument(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && !/\p{Surrogate}/u.test(value)) return value;
  throw new InvalidArgumentError(name, `${name} must be a well-formed text that is not empty.`);
}

// Published data for signed-in members: operations of the API that pages read with a session instead of a key. The
// answers are the same bytes.

import type { Static } from 'typebox';
import { strict } from '../acts/forms.ts';
import { OPERATIONS, type OperationId } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { TierName } from '../schemas/common.ts';
import { nullable } from '../schemas/forms.ts';
import { ENTITLEMENTS } from '../tiers.ts';
import { Type } from '../type.ts';
import { CONSOLE_PATH } from './operations.ts';

const API_PATH = '/api/v1';
const READS_PATH = `${CONSOLE_PATH}/v1`;

export interface SessionRead {
  operation: Operation & { id: OperationId };
  /** Parameters are written in {braces}. */
  path: string;
}

export const SESSION_READS: readonly SessionRead[] = (
  [
    'getScore',
    'getScoreHistory',
    'getScoreChanges',
    'getScorePeers',
    'getEvidenceOutlook',
    'getMethodology',
    'getComputation',
    'listIssuances',
  ] as const
).map((id) => ({ operation: OPERATIONS[id], path: OPERATIONS[id].path.replace(API_PATH, READS_PATH) }));

/** What the person of a session may read, so that a page can say it before it asks. */
export const READER_PATH = `${READS_PATH}/reader`;

export const Reader = strict(
  {
    signed_in: Type.Boolean(),
    name: nullable(Type.String(), { description: 'The person; null if nobody is signed in.' }),
    workspace: nullable(Type.String(), { description: 'Null for staff, and if nobody is signed in.' }),
    roles: Type.Array(Type.String(), {
      description: 'Of the person: those of staff, or the one of a member.',
    }),
    tier: nullable(TierName, { description: 'The tier of the workspace; null without one.' }),
    may_read: Type.Array(Type.Enum([...ENTITLEMENTS], { type: 'string' }), {
      description:
        'What the person may read now: the entitlements of the workspace, once it accepted the terms.',
    }),
    refusal: nullable(strict({ code: Type.String(), detail: Type.String() }), {
      description:
        'Why scores cannot be read, as a read would answer; null if they can be, or if nobody is signed in.',
    }),
  },
  { description: 'What the person of a session may read on the public pages.' },
);
export type Reader = Static<typeof Reader>;

// Tables of decisions by policies. Each call is kept for its workspace, and what it read once for all calls that read the same.

import { bigint, bytes, flag, integer, oneOf, operational, table, text, time } from './define.ts';
import { NAMED_BY_CUSTOMER, SMALL } from './reasons.ts';

const SIGNED =
  'Kept for the customer, who has the signed document: somebody who changes it here gives them one that its signature refuses.';

const TOLD =
  'Somebody who changes it has a change of a decision told twice or not at all. Decisions themselves do not read it.';

export const DECISION_TABLES = {
  policy_decisions: table(
    {
      id: text().key(),
      workspace_id: text().references('workspaces.id'),
      policy_name: text().kept(NAMED_BY_CUSTOMER),
      policy_digest: text(),
      exposure: oneOf('new', 'existing'),
      reference: text().nullable().kept(NAMED_BY_CUSTOMER),
      idempotency_key: text().nullable(),
      request_digest: text(),
      issued_at: time(),
      hypothetical: flag(),
      allowed: integer(),
      reviewed: integer(),
      blocked: integer(),
      /** The signed document with its signature, as JSON, compressed. */
      signed: bytes().compressed(),
      /** What drafts would have decided otherwise, as JSON; null without a draft in shadow. */
      shadow: text().nullable(),
    },
    {
      chain: 'none',
      proof: operational(SIGNED),
      indexes: {
        policy_decisions_by_workspace: '(workspace_id, issued_at, id)',
        policy_decisions_by_time: '(issued_at)',
      },
      unique: [['workspace_id', 'idempotency_key']],
    },
  ),
  /** What decisions read of providers, by its digest. */
  policy_snapshots: table(
    {
      digest: text().key(),
      /** Canonical JSON, compressed. */
      content: bytes().compressed(),
      /** No call rests on it that is younger. */
      last_used_at: time(),
    },
    {
      chain: 'none',
      proof: operational('Its digest is in the signed documents that rest on it.'),
      indexes: { policy_snapshots_by_use: '(last_used_at)' },
    },
  ),
  /** What the active policies of workspaces that ask for `decision.changed` decided last of new exposure. */
  standing_decisions: table(
    {
      workspace_id: text().key().references('workspaces.id'),
      policy_name: text().key().kept(NAMED_BY_CUSTOMER),
      provider_id: text().key(),
      decision: oneOf('ALLOW', 'REVIEW', 'BLOCK'),
    },
    { chain: 'none', proof: operational(TOLD) },
  ),
  /** When these were last decided again, and when next if nothing is published. */
  decision_watches: table(
    {
      workspace_id: text().key().references('workspaces.id'),
      policy_name: text().key().kept(NAMED_BY_CUSTOMER),
      digest: text(),
      /** The version of the topic. */
      published: bigint(),
      next_at: time(),
    },
    { staysSmall: SMALL.rules, chain: 'none', proof: operational(TOLD) },
  ),
  /** How much room the kept calls of a workspace take. */
  decision_room: table(
    {
      workspace_id: text().key().references('workspaces.id'),
      bytes: bigint(),
      /** Calls before it made room for later ones; null if none had to. */
      kept_since: time().nullable(),
    },
    {
      staysSmall: SMALL.rules,
      chain: 'none',
      proof: operational('It only says which calls are kept.'),
    },
  ),
} as const;

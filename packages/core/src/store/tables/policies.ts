// Tables of the policies of workspaces: each version that was ever saved, and whether activation takes two people.

import { flag, integer, oneOf, table, text, time } from './define.ts';
import { FREE_TEXT, NAMED_BY_CUSTOMER } from './reasons.ts';

export const POLICY_TABLES = {
  /** Decisions name the digest of a version, so a version that was active stays for ever. */
  policy_versions: table(
    {
      workspace_id: text().key().references('workspaces.id'),
      name: text().key().kept(NAMED_BY_CUSTOMER),
      version: integer().key(),
      digest: text(),
      /** Canonical JSON. */
      document: text().kept(FREE_TEXT),
      state: oneOf('draft', 'asked', 'active', 'replaced', 'stopped', 'discarded'),
      /** Whether the draft is decided and logged with each call, and never returned. */
      is_shadow: flag(),
      saved_at: time(),
      saved_by: text().references('members.id'),
      asked_at: time().nullable(),
      asked_by: text().nullable().references('members.id'),
      /** Why the last request to activate it was refused; null once it is saved or asked for again. */
      refused_reason: text().nullable().kept(FREE_TEXT),
      activated_at: time().nullable(),
      /** The second person; null where one was enough. */
      activated_by: text().nullable().references('members.id'),
      /** Who asked to stop it, or stopped it alone. */
      stop_asked_by: text().nullable().references('members.id'),
      /** When it stopped deciding. */
      replaced_at: time().nullable(),
    },
    {
      chain: 'rows',
      authority: true,
      indexes: { policy_versions_by_digest: '(workspace_id, digest)' },
      uniqueIndexes: {
        policy_versions_open: "(workspace_id, name) where state in ('draft', 'asked')",
        policy_versions_active: "(workspace_id, name) where state = 'active'",
      },
    },
  ),
  policy_settings: table(
    {
      workspace_id: text().key().references('workspaces.id'),
      /** Whether every activation takes two people. */
      needs_second: flag(),
      /** Who asked that one person is enough again; a second person ends it. */
      ending_asked_by: text().nullable().references('members.id'),
      changed_at: time(),
      changed_by: text().references('members.id'),
    },
    { chain: 'rows', authority: true },
  ),
} as const;

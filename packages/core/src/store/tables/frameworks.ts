// Tables of frameworks and of configurations.

import { bigint, table, text, time } from './define.ts';
import { PUBLISHED, SMALL } from './reasons.ts';

export const FRAMEWORK_TABLES = {
  methodologies: table(
    {
      digest: text().key(),
      version: text(),
      framework_version: text(),
      effective_from: text(),
      /** The document's canonical JSON. */
      document: text(),
      imported_at: time(),
      imported_by: text().references('staff.id'),
    },
    {
      staysSmall: SMALL.frameworks,
      chain: 'rows',
      indexes: { methodologies_by_version: '(version)' },
      appendOnly: true,
    },
  ),
  methodology_sign_offs: table(
    {
      digest: text().key().references('methodologies.digest'),
      staff_id: text().references('staff.id'),
      key_id: text().references('officer_keys.key_id'),
      sign_off: text().kept(PUBLISHED),
      recorded_at: time(),
    },
    { staysSmall: SMALL.frameworks, chain: 'rows', authority: true, appendOnly: true },
  ),
  methodology_activations: table(
    {
      digest: text().key().references('methodology_sign_offs.digest'),
      activated_by: text().references('staff.id'),
      activated_at: time(),
      impact: text(),
      notes: text().kept(PUBLISHED),
      /** null for the first framework, which takes the operator and the officer who signed. */
      approved_by: text().nullable().references('staff.id'),
      /** Why it takes effect without the notice period; public. */
      urgent_reason: text().nullable().kept(PUBLISHED),
      /** Canonical JSON: the published list of every provider's old and new score; null if there was nothing to compare. */
      differences: text().nullable(),
      differences_digest: text().nullable(),
    },
    { staysSmall: SMALL.frameworks, chain: 'rows', authority: true, appendOnly: true },
  ),
  /** Frameworks that were never used, and that another text with the same version replaced. */
  methodology_replacements: table(
    {
      digest: text().key().references('methodologies.digest'),
      replaced_by: text().references('methodologies.digest'),
      replaced_at: time(),
      recorded_by: text().references('staff.id'),
    },
    { staysSmall: SMALL.frameworks, chain: 'rows', appendOnly: true },
  ),
  /** Activations that were cancelled before anything was published under them. */
  methodology_cancellations: table(
    {
      digest: text().key().references('methodology_activations.digest'),
      cancelled_at: time(),
      cancelled_by: text().references('staff.id'),
      approved_by: text().references('staff.id'),
      reason: text().kept(PUBLISHED),
    },
    {
      staysSmall: SMALL.frameworks,
      chain: 'rows',
      authority: true,
      checks: ['approved_by <> cancelled_by'],
      appendOnly: true,
    },
  ),
  /** Documents of entry checks that two people approved; the newest is in force. */
  entry_checks: table(
    {
      seq: bigint().key(),
      version: text().unique(),
      digest: text(),
      /** The document's canonical JSON. */
      document: text(),
      recorded_at: time(),
      request_id: text().references('requests.id'),
    },
    { staysSmall: SMALL.frameworks, chain: 'rows', authority: true, appendOnly: true },
  ),
  configurations: table(
    {
      digest: text().key(),
      name: text(),
      content: text(),
      recorded_at: time(),
      recorded_by: text().references('staff.id'),
    },
    { staysSmall: SMALL.frameworks, chain: 'rows', authority: true, appendOnly: true },
  ),
} as const;

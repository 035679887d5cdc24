// Replaces an imported text by another one with the same version, which is allowed as long as the text was never used:
// it is not activated, or its activation was cancelled. The replaced text stays readable by its digest.

import type { Actor } from '../../context/actor.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import type { Queries, Writes } from '../../store/store.ts';

/** The digest of the text of a version that no other has replaced; null if the version was never imported. */
export async function newestOfVersion(db: Queries | Writes, version: string): Promise<string | null> {
  const row = await db
    .selectFrom('methodologies as m')
    .leftJoin('methodology_replacements as r', 'r.digest', 'm.digest')
    .select('m.digest')
    .where('m.version', '=', version)
    .where('r.digest', 'is', null)
    .executeTakeFirst();
  return row?.digest ?? null;
}

export async function requireReplaceable(
  db: Queries | Writes,
  version: string,
  stored: string,
  digest: string,
): Promise<void> {
  const used = await db
    .selectFrom('methodology_activations as a')
    .leftJoin('methodology_cancellations as c', 'c.digest', 'a.digest')
    .select('a.digest')
    .where('a.digest', '=', stored)
    .where('c.digest', 'is', null)
    .executeTakeFirst();
  if (used !== undefined) {
    throw new Refusal(
      'conflict',
      `Version ${version} was already activated with a different text (digest ${stored}), and a framework that is ` +
        'activated never changes. Give this one a new version.',
    );
  }
  const earlier = await replacementOf(db, digest);
  if (earlier !== null) throw replaced(digest, earlier);
}

export async function recordReplacement(
  context: Context,
  writes: Writes,
  actor: Actor,
  digest: string,
  replacedBy: string,
): Promise<void> {
  const row = { digest, replaced_by: replacedBy, replaced_at: context.clock(), recorded_by: actor.id };
  await writes.insertInto('methodology_replacements').values(row).execute();
}

/** The digest of the text that this one replaced; null if it replaced none. */
export async function replacedDigest(db: Queries | Writes, digest: string): Promise<string | null> {
  const row = await db
    .selectFrom('methodology_replacements')
    .select('digest')
    .where('replaced_by', '=', digest)
    .executeTakeFirst();
  return row?.digest ?? null;
}

export async function requireNotReplaced(db: Queries | Writes, digest: string): Promise<void> {
  const by = await replacementOf(db, digest);
  if (by !== null) throw replaced(digest, by);
}

async function replacementOf(db: Queries | Writes, digest: string): Promise<string | null> {
  const row = await db
    .selectFrom('methodology_replacements')
    .select('replaced_by')
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row?.replaced_by ?? null;
}

function replaced(digest: string, by: string): Refusal {
  return new Refusal(
    'conflict',
    `This text (digest ${digest}) was replaced by another one with the same version (digest ${by}).`,
  );
}

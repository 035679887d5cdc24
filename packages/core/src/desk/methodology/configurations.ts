// Configurations: named sets of settings that a run holds constant and a package carries. Like a framework, one
// is kept by its digest and never changed; a new content under the name follows the old one.

import { type Configuration, canonicalJson, digestOf, type JsonValue } from '@rf-indicators/engine';
import { type Actor, requireMay } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import type { Queries, Writes } from '../../store/store.ts';

export const DEFAULT_CONFIGURATION = 'default';
const NAME = /^[a-z][a-z0-9_-]{0,63}$/;

export interface NewConfiguration {
  name: string;
  /** Texts by name; `name` among them is the configuration's own. */
  content: Configuration;
}

export interface StoredConfiguration extends NewConfiguration {
  digest: string;
  recorded_at: number;
}

/** Records a content and gives its digest; the one that is current already is not recorded again. */
export async function recordConfiguration(
  context: Context,
  actor: Actor,
  configuration: NewConfiguration,
): Promise<string> {
  requireMay(actor, 'configurations.record');
  refuseFaults(configuration);
  return context.store.transaction((writes) => record(context, writes, actor, configuration));
}

/** Every store has one called `default`, so that a run needs no preparation. */
export async function ensureDefaultConfiguration(
  context: Context,
  writes: Writes,
  actor: Actor,
): Promise<string> {
  requireMay(actor, 'configurations.record');
  const current = await findConfiguration(writes, DEFAULT_CONFIGURATION);
  if (current !== null) return current.digest;
  const content = { name: DEFAULT_CONFIGURATION };
  return record(context, writes, actor, { name: DEFAULT_CONFIGURATION, content });
}

/** The latest content recorded under a name. */
export async function currentConfiguration(db: Queries | Writes, name: string): Promise<StoredConfiguration> {
  const current = await findConfiguration(db, name);
  if (current !== null) return current;
  throw new Refusal(
    'not_found',
    `There is no configuration "${name}". rf configurations list shows them all.`,
  );
}

/** Every content that was ever recorded, by name and in the order in which they followed each other. */
export async function listConfigurations(db: Queries | Writes): Promise<StoredConfiguration[]> {
  const rows = await db
    .selectFrom('configurations')
    .selectAll()
    .orderBy('name')
    .orderBy('recorded_at')
    .execute();
  return rows.map(read);
}

async function findConfiguration(db: Queries | Writes, name: string): Promise<StoredConfiguration | null> {
  const row = await db
    .selectFrom('configurations')
    .selectAll()
    .where('name', '=', name)
    .orderBy('recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : read(row);
}

function read(row: {
  digest: string;
  name: string;
  content: string;
  recorded_at: number;
}): StoredConfiguration {
  const { digest, name, content, recorded_at } = row;
  return { digest, name, content: JSON.parse(content), recorded_at };
}

async function record(
  context: Context,
  writes: Writes,
  actor: Actor,
  { name, content }: NewConfiguration,
): Promise<string> {
  const digest = await digestOf(content);
  const before = await findConfiguration(writes, name);
  if (before?.digest === digest) return digest;
  const known = await writes
    .selectFrom('configurations')
    .select('digest')
    .where('digest', '=', digest)
    .executeTakeFirst();
  if (known) {
    throw new Refusal(
      'conflict',
      `This content was recorded under "${name}" before, and a later one replaced it. To return to it, add a ` +
        'setting that makes it different, such as "revision".',
    );
  }
  // The latest is the one that stands, so a later one is later, whatever the clock says.
  const recorded_at = Math.max(context.clock(), (before?.recorded_at ?? 0) + 1);
  const row = { digest, name, content: canonicalJson(content as JsonValue), recorded_at };
  await writes
    .insertInto('configurations')
    .values({ ...row, recorded_by: actor.id })
    .execute();
  const was = before && { digest: before.digest, content: before.content };
  await recordAct(context, writes, actor, 'configuration.record', name, was, { digest, content });
  return digest;
}

function refuseFaults({ name, content }: NewConfiguration): void {
  const faults: RefusalDetail[] = [];
  const refuse = (place: string, code: string, message: string) => faults.push({ place, code, message });
  if (!NAME.test(name)) {
    refuse('/name', 'not_a_name', 'must begin with a letter and hold a-z, 0-9, _ and - only, at most 64');
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    refuse('/content', 'not_an_object', 'must be an object of texts');
  } else {
    for (const [member, text] of Object.entries(content)) {
      if (typeof text !== 'string' || !text.isWellFormed()) {
        refuse(`/content/${member}`, 'not_a_text', 'must be a text');
      }
    }
    // A package shows the content alone, and it must say by itself which configuration it is.
    if (content.name !== name) refuse('/content/name', 'other_name', `must be "${name}"`);
  }
  if (faults.length > 0) throw new Refusal('validation_failed', 'The configuration is not valid.', faults);
}

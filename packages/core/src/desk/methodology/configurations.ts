// Configurations: named settings that every provider in a run is scored with, and that each package records. Like
// a framework, a configuration is stored by its digest and never changes; recording new content under the same
// name replaces it for later runs.

import { type Configuration, canonicalJson, digestOf, type JsonValue } from '@rf-indicators/engine';
import { type Actor, actAs, SERVICE } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { ListOrder, type Portion } from '../../context/paging.ts';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { EVIDENCE_RULES_VERSION } from '../facts/evidence-rules.ts';

export const DEFAULT_CONFIGURATION = 'default';
const NAME = /^[a-z][a-z0-9_-]{0,63}$/;

export interface NewConfiguration {
  name: string;
  /** String settings by name, including `name`, which is the configuration's own name. */
  content: Configuration;
}

export interface StoredConfiguration extends NewConfiguration {
  digest: string;
  recorded_at: number;
}

/** Records the content and returns its digest. If the content is already current, nothing is written. */
export async function recordConfiguration(
  context: Context,
  actor: Actor,
  configuration: NewConfiguration,
): Promise<string> {
  refuseInvalid(configuration);
  return actAs(context, actor, 'configurations.record', (writes) =>
    record(context, writes, actor, withEvidenceRules(configuration)),
  );
}

/** Every store has a configuration called `default`, so that runs work without any setup. */
export async function ensureDefaultConfiguration(
  context: Context,
  writes: Writes,
  actor: Actor,
): Promise<string> {
  const current = await findConfiguration(writes, DEFAULT_CONFIGURATION);
  if (current !== null) return current.digest;
  const content = { name: DEFAULT_CONFIGURATION };
  return record(context, writes, actor, withEvidenceRules({ name: DEFAULT_CONFIGURATION, content }));
}

/** Every run follows the current evidence rules, and its configuration says so. */
function withEvidenceRules({ name, content }: NewConfiguration): NewConfiguration {
  return { name, content: { ...content, evidence_rules: EVIDENCE_RULES_VERSION } };
}

/** The latest content under a name. Content from before there were evidence rules is recorded again with them. */
export async function configurationForRun(context: Context, name: string): Promise<StoredConfiguration> {
  const current = await currentConfiguration(context.store.db, name);
  if (current.content.evidence_rules === EVIDENCE_RULES_VERSION) return current;
  await context.store.transaction(async (writes) => {
    const { recorded_by } = await writes
      .selectFrom('configurations')
      .select('recorded_by')
      .where('digest', '=', current.digest)
      .executeTakeFirstOrThrow();
    await record(context, writes, SERVICE, withEvidenceRules(current), recorded_by);
  });
  return currentConfiguration(context.store.db, name);
}

/** The latest content recorded under a name. */
export async function currentConfiguration(db: Queries | Writes, name: string): Promise<StoredConfiguration> {
  const current = await findConfiguration(db, name);
  if (current !== null) return current;
  throw new Refusal(
    'not_found',
    `There is no configuration "${name}". Run rf configurations list to see them.`,
  );
}

export const CONFIGURATION_ORDER = new ListOrder<StoredConfiguration>(
  'configurations',
  [
    { by: 'name', type: 'text' },
    { by: 'recorded_at', type: 'integer' },
  ],
  ({ name, recorded_at }) => [name, recorded_at],
);

/** All recorded content, by name and then oldest first. */
export async function listConfigurations(
  db: Queries | Writes,
  portion: Portion = {},
): Promise<StoredConfiguration[]> {
  const query = db.selectFrom('configurations').selectAll();
  return (await CONFIGURATION_ORDER.select(query, portion).execute()).map(read);
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
  recordedBy = actor.id,
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
      `This content was recorded as "${name}" before, and newer content has replaced it. To return to it, add a ` +
        'setting that makes it different, such as "revision".',
    );
  }
  // The latest content is the current one, so the time always moves forward, even if the clock does not.
  const recorded_at = Math.max(context.clock(), (before?.recorded_at ?? 0) + 1);
  const row = { digest, name, content: canonicalJson(content as JsonValue), recorded_at };
  await writes
    .insertInto('configurations')
    .values({ ...row, recorded_by: recordedBy })
    .execute();
  const was = before && { digest: before.digest, content: before.content };
  await recordAct(context, writes, actor, 'configuration.record', name, was, { digest, content });
  return digest;
}

function refuseInvalid({ name, content }: NewConfiguration): void {
  const problems: RefusalDetail[] = [];
  const refuse = (place: string, code: string, message: string) => problems.push({ place, code, message });
  if (!NAME.test(name)) {
    refuse(
      '/name',
      'not_a_name',
      'must start with a letter a-z, contain only a-z, 0-9, _ and -, and have at most 64 characters',
    );
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    refuse('/content', 'not_an_object', 'must be an object of strings');
  } else {
    for (const [member, text] of Object.entries(content)) {
      if (typeof text !== 'string' || !text.isWellFormed()) {
        refuse(`/content/${member}`, 'not_a_text', 'must be a string');
      }
    }
    if (![undefined, EVIDENCE_RULES_VERSION].includes(content.evidence_rules)) {
      refuse('/content/evidence_rules', 'unknown_rules', `must be "${EVIDENCE_RULES_VERSION}" or absent`);
    }
    // A package has only the content, so the content itself must name the configuration.
    if (content.name !== name) refuse('/content/name', 'other_name', `must be "${name}"`);
  }
  if (problems.length > 0)
    throw new Refusal('validation_failed', 'The configuration is not valid.', problems);
}

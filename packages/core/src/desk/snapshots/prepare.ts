// Prepares what a read of an indicator needs, once, when it is published: the template of its snapshot, and what lists
// show of its package.

import { insertAll } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { compressText, type Dictionary, makeDictionary } from './compression.ts';
import { type Content, evidenceFacts } from './content.ts';
import { snapshotTemplate, TEMPLATE_FORM } from './template.ts';

export interface PreparedSnapshots {
  rows: Database['prepared_snapshots'][];
  /** New ones, by framework. */
  dictionaries: Database['snapshot_dictionaries'][];
}

/** Returns a function that prepares portions of indicators; the portions share the dictionaries. */
export function snapshotPreparer(db: Queries) {
  const dictionaries = new Map<string, Dictionary>();
  const added: Database['snapshot_dictionaries'][] = [];
  const dictionaryFor = async (digest: string, template: string) => {
    const known = dictionaries.get(digest) ?? (await storedDictionary(db, digest));
    const dictionary = known ?? makeDictionary(template);
    if (known === null) added.push({ ...dictionary, methodology_digest: digest });
    dictionaries.set(digest, dictionary);
    return dictionary;
  };
  return async (
    indicators: readonly (readonly [id: string, content: Content])[],
  ): Promise<PreparedSnapshots> => {
    const evidence = await evidenceFacts(
      db,
      indicators.map(([, content]) => content),
    );
    const rows: PreparedSnapshots['rows'] = [];
    for (const [id, content] of indicators) {
      const template = snapshotTemplate(content, evidence);
      const dictionary = await dictionaryFor(content.package.methodology_digest, template);
      rows.push({
        verification_id: id,
        form: TEMPLATE_FORM,
        dictionary: dictionary.id,
        template: compressText(template, dictionary),
        ...rowFacts(content),
      });
    }
    return { rows, dictionaries: added.splice(0) };
  };
}

/** What lists show of a package. */
export type RowFacts = Pick<
  Database['prepared_snapshots'],
  'yield_min' | 'yield_max' | 'confidence' | 'framework_version'
>;

export function rowFacts({ package: { result }, yields, frameworkVersion }: Content): RowFacts {
  return {
    yield_min: yields.min,
    yield_max: yields.max,
    confidence: result.confidence,
    framework_version: frameworkVersion,
  };
}

async function storedDictionary(db: Queries, digest: string): Promise<Dictionary | null> {
  const found = await db
    .selectFrom('snapshot_dictionaries')
    .select(['id', 'bytes'])
    .where('methodology_digest', '=', digest)
    .orderBy('id')
    .executeTakeFirst();
  return found ?? null;
}

/** Another process may have prepared the same; the first one counts. */
export async function writeSnapshots(
  writes: Writes,
  { rows, dictionaries }: PreparedSnapshots,
): Promise<void> {
  for (const dictionary of dictionaries) {
    await writes
      .insertInto('snapshot_dictionaries')
      .values(dictionary)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await insertAll(writes, 'prepared_snapshots', rows);
}

// Prepares what a read of an indicator needs, once, when it is published: the template of its snapshot, and what lists
// show of its package.

import { lapsesOf } from '@rf-indicators/engine';
import { startOf } from '../../context/times.ts';
import { insertAll } from '../../store/bulk.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { compressText } from '../packages/compression.ts';
import { type Content, evidenceFacts } from './content.ts';
import { type Dictionary, dictionaryOf, makeDictionary } from './dictionaries.ts';
import { snapshotTemplate } from './template.ts';
import { TEMPLATE_FORM } from './template-form.ts';

export interface PreparedSnapshots {
  rows: Database['prepared_snapshots'][];
  /** New ones, by framework. */
  dictionaries: Database['snapshot_dictionaries'][];
}

/** Returns a function that prepares portions of indicators; the portions share the dictionaries. */
export function snapshotPreparer(db: Queries) {
  const dictionaries = new Map<string, Dictionary>();
  return async (
    indicators: readonly (readonly [id: string, content: Content])[],
  ): Promise<PreparedSnapshots> => {
    const evidence = await evidenceFacts(
      db,
      indicators.map(([, content]) => content),
    );
    const made = indicators.map(([id, content]) => ({
      id,
      content,
      digest: content.package.methodology_digest,
      plannerType: content.package.provider.planner_type,
      template: snapshotTemplate(content, evidence),
    }));
    const added: PreparedSnapshots['dictionaries'] = [];
    for (const [digest, templates] of Map.groupBy(made, (one) => one.digest)) {
      if (dictionaries.has(digest)) continue;
      const stored = await dictionaryOf(db, digest);
      const dictionary = stored ?? makeDictionary(templates);
      if (stored === null) added.push({ ...dictionary, methodology_digest: digest });
      dictionaries.set(digest, dictionary);
    }
    const rows = made.map(({ id, content, digest, template }) => {
      const { id: dictionary, bytes } = dictionaries.get(digest)!;
      const { compressed, crc32 } = compressText(template, bytes);
      return {
        verification_id: id,
        form: TEMPLATE_FORM,
        ...{ dictionary, template: compressed, crc32 },
        ...rowFacts(content),
      };
    });
    return { rows, dictionaries: added };
  };
}

/** What lists show of a package. */
export type RowFacts = Pick<
  Database['prepared_snapshots'],
  'yield_min' | 'yield_max' | 'confidence' | 'framework_version' | 'next_lapse_at' | 'stale_from'
>;

export function rowFacts({ package: { result }, scored, yields, frameworkVersion }: Content): RowFacts {
  const { next, gate } = lapsesOf(scored.trace);
  return {
    yield_min: yields.min,
    yield_max: yields.max,
    confidence: result.confidence,
    framework_version: frameworkVersion,
    next_lapse_at: startOf(next),
    stale_from: startOf(gate?.lapses_on ?? null),
  };
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

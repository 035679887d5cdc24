// Reads the snapshots of indicators. Where none was prepared, as in a store of an older version, it is made from the
// computation package.

import { inPortions } from '../../store/bulk.ts';
import type { Queries } from '../../store/store.ts';
import { decompressText } from '../packages/compression.ts';
import { disclosuresBySeq, rationaleTexts } from '../served/analysis.ts';
import type { ServedIndicator } from '../served/served.ts';
import { evidenceFacts, type PackageReference, readContents } from './content.ts';
import { type Dictionary, readDictionary } from './dictionaries.ts';
import { type SnapshotSettings, type SnapshotText, snapshotText, type Template } from './fill-template.ts';
import { type RowFacts, rowFacts } from './prepare.ts';
import { snapshotTemplate } from './template.ts';
import { TEMPLATE_CHUNK, TEMPLATE_FORM } from './template-form.ts';

const ROWS_AT_ONCE = 200;

/** What is needed of an indicator to read its template. */
export type TemplateOwner = PackageReference & Pick<ServedIndicator, 'verificationId'>;

export interface Snapshots {
  /** In the order given. */
  texts(
    indicators: readonly ServedIndicator[],
    settings: SnapshotSettings,
    askedAsOf?: number,
  ): Promise<SnapshotText[]>;
  /** What lists show of the packages, by verification id. */
  facts(indicators: readonly ServedIndicator[], askedAsOf?: number): Promise<Map<string, RowFacts>>;
  /** The templates, by verification id. */
  templates(indicators: readonly TemplateOwner[], askedAsOf?: number): Promise<Map<string, Template>>;
}

/** Keeps the dictionaries that it has read: there are about as many as frameworks. */
export function snapshotReader(db: Queries): Snapshots {
  const dictionaries = new Map<string, Dictionary>();
  const dictionary = async (id: string): Promise<Dictionary> => {
    const known = dictionaries.get(id) ?? (await readDictionary(db, id));
    dictionaries.set(id, known);
    return known;
  };

  async function templates(indicators: readonly TemplateOwner[], askedAsOf?: number) {
    const found = new Map<string, Template>();
    for (const portion of inPortions(indicators, ROWS_AT_ONCE)) {
      const rows = await db
        .selectFrom('prepared_snapshots')
        .select(['verification_id', 'dictionary', 'template', 'crc32'])
        .where(
          'verification_id',
          'in',
          portion.map(({ verificationId }) => verificationId),
        )
        .where('form', '=', TEMPLATE_FORM)
        .execute();
      for (const { verification_id, dictionary: id, template: compressed, crc32 } of rows) {
        const { bytes } = await dictionary(id);
        const text = decompressText({ compressed, crc32 }, bytes, TEMPLATE_CHUNK);
        found.set(verification_id, { text, crc32 });
      }
    }
    const missing = indicators.filter(({ verificationId }) => !found.has(verificationId));
    for await (const [{ verificationId }, content] of readContents(db, missing, askedAsOf)) {
      const text = snapshotTemplate(content, await evidenceFacts(db, [content]));
      found.set(verificationId, { text, crc32: null });
    }
    return found;
  }

  return {
    templates,
    async texts(indicators, settings, askedAsOf) {
      const found = await templates(indicators, askedAsOf);
      const rationales = await rationaleTexts(
        db,
        indicators.map(({ rationaleSeq }) => rationaleSeq),
      );
      const disclosures = await disclosuresBySeq(
        db,
        indicators.map(({ disclosuresSeq }) => disclosuresSeq),
      );
      return indicators.map((served) => {
        const { verificationId, rationaleSeq, disclosuresSeq } = served;
        const analysis = {
          rationale: rationales.get(rationaleSeq ?? -1) ?? null,
          disclosures: disclosures.get(disclosuresSeq ?? -1) ?? null,
        };
        return snapshotText(found.get(verificationId)!, served, analysis, settings, askedAsOf);
      });
    },
    async facts(indicators, askedAsOf) {
      const found = new Map<string, RowFacts>();
      for (const portion of inPortions(indicators)) {
        const rows = await db
          .selectFrom('prepared_snapshots')
          .select(['verification_id', 'yield_min', 'yield_max', 'confidence', 'framework_version'])
          .select(['next_lapse_at', 'stale_from'])
          .where(
            'verification_id',
            'in',
            portion.map(({ verificationId }) => verificationId),
          )
          .execute();
        for (const { verification_id, ...facts } of rows) found.set(verification_id, facts);
      }
      const missing = indicators.filter(({ verificationId }) => !found.has(verificationId));
      for await (const [{ verificationId }, content] of readContents(db, missing, askedAsOf)) {
        found.set(verificationId, rowFacts(content));
      }
      return found;
    },
  };
}

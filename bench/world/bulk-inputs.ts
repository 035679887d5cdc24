// Writes providers and their approved inputs in bulk. The acts do this for a few providers, and their rows are copied for
// all others, with ids, names, documents and values of their own. The rows get entries in the record chain, as those of
// acts do, so that the store can be served, run, published and verified. What is missing are the audit records of imports,
// stored documents, proposals and decisions, and the entry checks: no act has looked at these rows.

import { createHash } from 'node:crypto';
import { insertAll } from '@rf-indicators/core/store/bulk';
import type { Database } from '@rf-indicators/core/store/schema';
import type { Queries } from '@rf-indicators/core/store/store';
import { enterInputs, enterProviders, type World } from './desk.ts';
import { generated, SAMPLES, slugOf, VARIED } from './generated-providers.ts';

const PROVIDERS_A_TRANSACTION = 250;

/** The rows that acts wrote about one provider. */
interface Template {
  provider: Database['providers'];
  version: Database['provider_versions'];
  documents: Database['documents'][];
  evidence: Database['evidence'][];
  proposals: Database['proposals'][];
  decisions: Database['decisions'][];
}

export async function writeInputs(
  world: World,
  providers: number,
  instant: number,
  progress: (text: string) => void,
): Promise<void> {
  const few = Math.min(providers, SAMPLES);
  await enterProviders(world, few, instant);
  await enterInputs(world, few, instant);
  const { desk } = world;
  const templates = new Map<number, Template>();
  for (let number = 1; number <= few; number += 1)
    templates.set(number % SAMPLES, await readTemplate(desk.store.db, generated(number).name));
  for (let at = few + 1; at <= providers; at += PROVIDERS_A_TRANSACTION) {
    const count = Math.min(PROVIDERS_A_TRANSACTION, providers + 1 - at);
    const copies = Array.from({ length: count }, (_, index) =>
      copied(templates.get((at + index) % SAMPLES)!, at + index, desk.newId),
    );
    await desk.store.transaction(async (writes) => {
      await insertAll(
        writes,
        'providers',
        copies.map(({ provider }) => provider),
      );
      await insertAll(
        writes,
        'provider_versions',
        copies.map(({ version }) => version),
      );
      for (const table of ['documents', 'evidence', 'proposals', 'decisions'] as const)
        await insertAll(
          writes,
          table,
          copies.flatMap((copy) => copy[table] as Database[typeof table][]),
        );
    });
    progress(`inputs ${at + count - 1} of ${providers}`);
  }
}

async function readTemplate(db: Queries, name: string): Promise<Template> {
  const provider = await db
    .selectFrom('providers')
    .selectAll()
    .where('slug', '=', slugOf(name))
    .executeTakeFirstOrThrow();
  const proposals = await db
    .selectFrom('proposals')
    .selectAll()
    .where('provider_id', '=', provider.id)
    .execute();
  const evidence = await db
    .selectFrom('evidence')
    .selectAll()
    .where(
      'id',
      'in',
      proposals.map(({ evidence_id }) => evidence_id),
    )
    .execute();
  return {
    provider,
    version: await db
      .selectFrom('provider_versions')
      .selectAll()
      .where('provider_id', '=', provider.id)
      .executeTakeFirstOrThrow(),
    documents: await db
      .selectFrom('documents')
      .selectAll()
      .where(
        'sha256',
        'in',
        evidence.map(({ sha256 }) => sha256!),
      )
      .execute(),
    evidence,
    proposals,
    decisions: await db
      .selectFrom('decisions')
      .selectAll()
      .where(
        'proposal_id',
        'in',
        proposals.map(({ id }) => id),
      )
      .execute(),
  };
}

function copied(template: Template, number: number, newId: () => string): Template {
  const { name, inputs } = generated(number);
  const ids = new Map<string, string>();
  /** The id of the copy of the row that has this id. */
  const idOf = (id: string) => {
    if (!ids.has(id)) ids.set(id, newId());
    return ids.get(id)!;
  };
  const named = (text: string) => text.replace(template.version.name, name);
  const provider_id = idOf(template.provider.id);
  const documents = template.documents.map((row) => {
    const bytes = Buffer.from(named(Buffer.from(row.bytes).toString()));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    ids.set(row.sha256, sha256);
    return { ...row, sha256, bytes };
  });
  return {
    provider: { ...template.provider, id: provider_id, slug: slugOf(name) },
    version: unchained({ ...template.version, provider_id, name }),
    documents,
    evidence: template.evidence.map((row) =>
      unchained({
        ...{ ...row, id: idOf(row.id), title: named(row.title), sha256: ids.get(row.sha256!)! },
        provider_id: row.provider_id && provider_id,
      }),
    ),
    proposals: template.proposals.map((row) =>
      unchained({
        ...row,
        id: idOf(row.id),
        provider_id,
        evidence_id: idOf(row.evidence_id),
        value: VARIED.has(row.input_id) ? inputs[row.input_id]!.value : row.value,
      }),
    ),
    decisions: template.decisions.map((row) => unchained({ ...row, proposal_id: idOf(row.proposal_id) })),
  };
}

/** The store adds each transaction's rows to the record chain as a list of their own. */
function unchained<Row extends object>(row: Row): Row {
  const { chain_list: _, ...rest } = row as Row & { chain_list?: unknown };
  return rest as Row;
}

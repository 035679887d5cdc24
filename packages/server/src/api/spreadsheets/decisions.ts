// Reads the kept decisions of a workspace for a spreadsheet: whole calls, newest first, with a row for each provider.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { EXPORT_PAGES, SPREADSHEETS, type SpreadsheetFormat } from '@rf-indicators/contract';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { readSignedCalls } from '@rf-indicators/core/decisions/keep';
import { DECISION_ORDER, listDecisions } from '@rf-indicators/core/decisions/list';
import { periodProblem, readInstant } from '../../http/read-parameters.ts';
import { type Answer, invalidParameter, type Parameters, type Reading } from '../../rendering/reading.ts';
import { type Cells, cellsOf } from '../../rendering/spreadsheets/sheet.ts';
import { spreadsheetFile } from './file.ts';

export interface DecisionsExport {
  workspaceId: string;
  format: SpreadsheetFormat;
  parameters: Parameters;
}

type Listed = Awaited<ReturnType<typeof listDecisions>>[number];

/** With a thousand providers each, some hundred milliseconds. */
const CALLS_AT_ONCE = 10;

export async function readDecisionsExport(
  reading: Reading,
  { workspaceId, format, parameters }: DecisionsExport,
): Promise<Answer> {
  const since = readInstant(parameters, 'since', 'start');
  if (typeof since === 'object') return since;
  const until = readInstant(parameters, 'until');
  if (typeof until === 'object') return until;
  const reversed = periodProblem(since, until);
  if (reversed !== null) return reversed;
  const filter = { name: text(parameters.policy), reference: text(parameters.reference), since, until };
  const wanted = {
    limit: Number(parameters.limit ?? EXPORT_PAGES.decisions),
    cursor: text(parameters.cursor),
  };
  try {
    const page = await DECISION_ORDER.page(wanted, (portion) =>
      listDecisions(reading.db, workspaceId, filter, portion),
    );
    const { data, next_cursor } = await fitting(page);
    const rows = await decisionRows(reading, workspaceId, data);
    const lastModified = data[0]?.issued_at ?? 0;
    return await spreadsheetFile(reading, { name: 'decisions', format }, parameters, {
      ...{ rows, lastModified, nextCursor: next_cursor },
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return invalidParameter('cursor', 'not_cursor', 'is not a cursor of this operation');
  }
}

function text(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

type CallPage = Awaited<ReturnType<typeof DECISION_ORDER.page<Listed>>>;

/** The first calls of a page whose rows fit into a file, and at least one. */
function fitting(page: CallPage): CallPage | Promise<CallPage> {
  let rows = 0;
  const tooMany = page.data.findIndex(({ allowed, reviewed, blocked }, at) => {
    rows += allowed + reviewed + blocked;
    return at > 0 && rows > EXPORT_PAGES.decisionRows;
  });
  return tooMany === -1 ? page : DECISION_ORDER.page({ limit: tooMany }, async () => page.data);
}

async function decisionRows(
  { db, names }: Reading,
  workspaceId: string,
  calls: readonly Listed[],
): Promise<Cells[]> {
  const byId = new Map((await names()).providers.map((provider) => [provider.id, provider]));
  const rows: Cells[] = [];
  for (let at = 0; at < calls.length; at += CALLS_AT_ONCE) {
    const portion = calls.slice(at, at + CALLS_AT_ONCE);
    const signed = await readSignedCalls(
      db,
      workspaceId,
      portion.map(({ decision_id }) => decision_id),
    );
    for (const call of portion) {
      const document = signed.get(call.decision_id)?.document;
      // It made room for a later call meanwhile.
      if (document === undefined) continue;
      const { policy, ...members } = document;
      // Of several drafts, the newest one.
      const shadow = call.shadow.reduce<Listed['shadow'][number] | null>(
        (newest, one) => (newest === null || one.version > newest.version ? one : newest),
        null,
      );
      const others = new Map(shadow?.others.map(({ provider, decision }) => [provider, decision]));
      for (const { provider, decision, decided_by, verification_id } of document.providers) {
        const row = {
          ...members,
          ...{ policy: policy.name, policy_version: policy.version, policy_digest: policy.digest },
          ...{ provider_id: provider, slug: byId.get(provider)?.slug, name: byId.get(provider)?.name },
          ...{ decision, decided_by, verification_id },
          shadow_version: shadow?.version,
          shadow_decision: shadow === null ? null : (others.get(provider) ?? decision),
        };
        rows.push(cellsOf(SPREADSHEETS.decisions.columns, row));
      }
    }
    await nextTurn();
  }
  return rows;
}

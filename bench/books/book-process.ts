// A process that reads one book, as a thread of the service does, and measures processor time and memory.
//   node book-process.ts FOLDER BOOK
// Its parent sends what to measure.

import type { Member } from '@rf-indicators/core/accounts/members';
import type { BookContents } from '@rf-indicators/core/books/contents';
import { listPositions } from '@rf-indicators/core/books/position-rows';
import { showBook } from '@rf-indicators/core/books/show';
import type { BookReading } from '@rf-indicators/core/books/state';
import { readVersion } from '@rf-indicators/core/books/versions';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { DEFAULT_POLICY } from '@rf-indicators/core/desk/runs/policy';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { inPortions } from '@rf-indicators/core/store/bulk';
import { openStore } from '@rf-indicators/core/store/open';
import { adminOf } from '../world/people.ts';
import { DOLLAR } from './large-book.ts';

const PAGE = 1000;

export type Question =
  /** Costs, in turns. */
  | { kind: 'cost'; rounds: number }
  /** What the book shows, once it was compared with the published rows. */
  | { kind: 'figures' }
  /** Peak memory in bytes after so many reads of both kinds. */
  | { kind: 'peak'; reads: number };

export interface Figures {
  composite: number;
  /** By position. */
  scores: Record<string, number | null>;
}

/** Milliseconds of each read. */
export interface Costs {
  show: number[];
  positions: number[];
  peer: number[];
}

if (import.meta.main) {
  const [dataDir, book] = process.argv.slice(2) as [string, string];
  const store = await openStore({ dataDir, databaseUrl: null });
  const masterKey = readMasterKey(dataDir, undefined);
  const member: Member = await adminOf(store.db, 1);
  const context: Context = { store, clock: Date.now, newId: () => uuidV7(Date.now()) };
  const reading = (): BookReading => ({
    ...{ db: store.db, masterKey, publishing: DEFAULT_POLICY, now: Date.now() },
  });
  /** As text, as a thread sends it. */
  const show = async () => JSON.stringify(await showBook(reading(), member, { book }));
  const positions = async () => JSON.stringify(await listPositions(reading(), member, { book }));
  const readContents = async () =>
    (await readVersion(context, masterKey, member, { book })).contents as unknown as BookContents;
  const providersIn = (contents: BookContents) => [
    ...new Set(contents.positions.flatMap(({ provider }) => provider ?? [])),
  ];
  const publishedRows = async (ids: readonly string[]) => {
    const rows = [];
    for (const portion of inPortions(ids))
      rows.push(
        ...(await store.db
          .selectFrom('served_indicators')
          .selectAll()
          .where('provider_id', 'in', portion)
          .execute()),
      );
    return rows;
  };

  const costs = async (rounds: number): Promise<Costs> => {
    const contents = await readContents();
    const [document, ids] = [JSON.stringify(contents), providersIn(contents)];
    const peer = async () => [JSON.parse(document), await publishedRows(ids)];
    const measured: Costs = { show: [], positions: [], peer: [] };
    for (let round = 0; round < rounds; round += 1) {
      measured.show.push(await processorMs(show));
      measured.positions.push(await processorMs(positions));
      measured.peer.push(await processorMs(peer));
    }
    return measured;
  };

  /** Throws if a figure is not the one that follows from the published rows. */
  const figures = async (): Promise<Figures> => {
    const contents = await readContents();
    const rows = await publishedRows(providersIn(contents));
    const published = new Map(rows.map((row) => [row.provider_id, row.final_score]));
    const shown = await showBook(reading(), member, { book });
    const composite = shown.composite.score!;
    const expected = compositeByHand(contents, published);
    if (Math.abs(composite - expected) > 0.01)
      throw new Error(`The book shows ${composite}, and the published rows give ${expected}.`);
    const scores: Figures['scores'] = {};
    let cursor: string | undefined;
    do {
      const page = await listPositions(reading(), member, { book, limit: PAGE, ...(cursor && { cursor }) });
      for (const { id, provider, score } of page.data) {
        scores[id] = score;
        if ((score === null ? undefined : Math.round(score * 100)) !== published.get(provider ?? ''))
          throw new Error(`The position ${id} has the score ${score}, which is not published.`);
      }
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return { composite, scores };
  };

  const peakAfter = async (reads: number): Promise<number> => {
    for (let read = 0; read < reads; read += 1) {
      await show();
      await positions();
    }
    return process.resourceUsage().maxRSS * 1024;
  };

  process.on('message', async (question: Question) => {
    process.send!(
      question.kind === 'cost'
        ? await costs(question.rounds)
        : question.kind === 'figures'
          ? await figures()
          : await peakAfter(question.reads),
    );
  });
  process.on('disconnect', () => void store.close());
  process.send!('ready');
}

/** Of the whole process, with the collection of garbage. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

/** Names without a score are not in it. */
function compositeByHand({ positions }: BookContents, scores: ReadonlyMap<string, number>): number {
  let [weighted, all] = [0n, 0n];
  for (const { provider, currency, net } of positions) {
    const score = scores.get(provider ?? '');
    if (score === undefined) continue;
    const units = BigInt(net!.replace('.', '')) * BigInt(currency === 'USD' ? DOLLAR : 100);
    weighted += units * BigInt(score);
    all += units;
  }
  return Number((weighted * 100n) / all) / 10_000;
}

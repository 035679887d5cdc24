// Benchmark of a book of 10,000 positions over 1,000 providers: what its reads cost before and after a publication of other scores,
// compared with parsing the same document and reading the same published rows; and their memory, which must not grow with the
// number of reads.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openStore } from '@rf-indicators/core/store/open';
import type { Costs, Figures, Question } from './books/book-process.ts';
import { createLargeBook } from './books/large-book.ts';
import {
  asMeasured,
  type Form,
  type Measurement,
  median,
  numberText,
  ratioAtMost,
  valueAtMost,
} from './measurement.ts';
import { reportStep } from './progress.ts';
import { publishOtherScores } from './world/other-scores.ts';
import { copyOfWorld } from './world/worlds.ts';

const MOST_TIMES_PEER = 10;
const MOST_AFTER = 1.25;
const MOST_MEGABYTES = 400;
const MOST_GROWTH = 1.1;
const MEGABYTE = 1_000_000;
const READS = { show: 'books.show', positions: 'the first page of books.positions' } as const;

interface Reader {
  ask<Answer>(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

export async function booksBench(form: Form): Promise<Measurement[]> {
  const [providers, positions] = form.pick([1000, 10_000], [100, 1000]);
  const world = await copyOfWorld(providers);
  try {
    const book = await createLargeBook(world, positions);
    const size = `a book of ${numberText(positions)} positions, ${numberText(providers)} providers`;
    const memory = await measureMemory(world.folder, book, form, size);
    const reader = await startReader(world.folder, book);
    try {
      const rounds = form.pick(20, 8);
      // Gives the JIT compiler time to optimise the code.
      await reader.ask({ kind: 'cost', rounds: form.pick(6, 3) });
      const shown = await reader.ask<Figures>({ kind: 'figures' });
      const before = await reader.ask<Costs>({ kind: 'cost', rounds });
      reportStep('publishing other scores');
      const changed = await publish(world.folder, providers);
      const first = await reader.ask<Costs>({ kind: 'cost', rounds: 1 });
      const recomputed = await reader.ask<Figures>({ kind: 'figures' });
      const moved = Object.keys(shown.scores).filter((id) => shown.scores[id] !== recomputed.scores[id]);
      if (moved.length === 0) throw new Error('all positions have the scores that they had before');
      const after = await reader.ask<Costs>({ kind: 'cost', rounds });
      const names = Object.keys(READS) as (keyof typeof READS)[];
      return [
        ...names.map((read) => besidePeer(read, before, size)),
        ...names.map((read) =>
          afterPublication(read, { before, first, after }, size, [
            `another process published other scores of ${numberText(changed)} providers, which ${numberText(moved.length)} positions show`,
            'all positions and the composite are those that follow from the published rows',
          ]),
        ),
        ...memory,
      ];
    } finally {
      await reader.close();
    }
  } finally {
    world.remove();
  }
}

function besidePeer(read: keyof typeof READS, costs: Costs, size: string): Measurement {
  return ratioAtMost(
    {
      what: `processor time of ${READS[read]} for ${size} / to parse its document and read the published rows`,
      ours: {
        label: read === 'show' ? 'books.show' : 'books.positions',
        value: median(costs[read]),
        unit: 'ms',
      },
      peer: { label: 'JSON.parse and a read', value: median(costs.peer), unit: 'ms' },
      note: `ours also reads and decrypts the book, converts amounts, ${read === 'show' ? '' : 'sorts the positions, '}measures 55 limits and decides about each name by the policy "lender"; the slowest of 20 takes ${numberText(p95Of(costs[read]))} ms`,
    },
    MOST_TIMES_PEER,
  );
}

function afterPublication(
  read: keyof typeof READS,
  { before, first, after }: Readonly<Record<'before' | 'first' | 'after', Costs>>,
  size: string,
  notes: readonly string[],
): Measurement {
  return ratioAtMost(
    {
      what: `processor time of ${READS[read]} for ${size}, after a publication of other scores / before it`,
      ours: { label: 'after', value: median(after[read]), unit: 'ms' },
      peer: { label: 'before', value: median(before[read]), unit: 'ms' },
      note: [`the first read after it ${numberText(first[read][0]!)} ms`, ...notes].join('; '),
    },
    MOST_AFTER,
  );
}

/** In a process that does nothing else. */
async function measureMemory(folder: string, book: string, form: Form, size: string): Promise<Measurement[]> {
  const [few, many] = form.pick([20, 100], [5, 20]);
  const reader = await startReader(folder, book);
  try {
    const idle = await reader.ask<number>({ kind: 'peak', reads: 0 });
    const early = await reader.ask<number>({ kind: 'peak', reads: few });
    const late = await reader.ask<number>({ kind: 'peak', reads: many - few });
    const label = `${numberText(many)} reads`;
    const growth = {
      what: `peak memory of reads of ${size}: ${many} / ${few} of both kinds`,
      ours: { label, value: late / MEGABYTE, unit: 'MB' },
      peer: { label: `${few} reads`, value: early / MEGABYTE, unit: 'MB' },
    };
    return [
      valueAtMost(
        `peak memory of ${many} reads of both kinds, ${size}`,
        { label, value: late / MEGABYTE, unit: 'MB' },
        MOST_MEGABYTES,
        `a process of its own, with ${Math.round(idle / MEGABYTE)} MB before the first read`,
      ),
      form.isShort ? asMeasured(growth) : ratioAtMost(growth, MOST_GROWTH),
    ];
  } finally {
    await reader.close();
  }
}

/** Beside the process that reads. */
async function publish(folder: string, providers: number): Promise<number> {
  const store = await openStore({ dataDir: folder, databaseUrl: null });
  try {
    const numbers = Array.from({ length: providers / 5 }, (_, at) => 1 + at * 5);
    const changed = await publishOtherScores(store, folder, numbers);
    if (changed < numbers.length / 2) throw new Error(`only ${changed} scores changed`);
    return changed;
  } finally {
    await store.close();
  }
}

async function startReader(folder: string, book: string): Promise<Reader> {
  const script = fileURLToPath(new URL('books/book-process.ts', import.meta.url));
  const child: ChildProcess = fork(script, [folder, book]);
  const exited = once(child, 'exit');
  const answered = async () => {
    const [message] = await Promise.race([
      once(child, 'message'),
      exited.then(([code]) => {
        throw new Error(`the process that reads the book ended with ${code}`);
      }),
    ]);
    return message;
  };
  await answered();
  return {
    ask(question) {
      child.send(question);
      return answered();
    },
    async close() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

function p95Of(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]!;
}

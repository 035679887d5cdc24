// Metrics in the Prometheus text format.

import type { ServerResponse } from 'node:http';
import type { RequestFacts } from './request-log.ts';

export interface Gauge {
  name: string;
  help: string;
  value: () => number;
}

interface Measure extends Gauge {
  type: 'gauge' | 'counter';
}

/** What is counted of one operation. Routes keep a reference to it. */
export class Answers {
  readonly byStatus = new Map<number, number>();
  readonly durations = new Histogram();
  readonly operation: string;
  readonly #facts: RequestFacts | null;

  constructor(operation: string, facts: RequestFacts | null) {
    this.operation = operation;
    this.#facts = facts;
  }

  /** `startedAt` is a time of performance.now(). */
  count(response: ServerResponse, status: number, startedAt: number, workspaceId: string | null): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1);
    this.durations.add(performance.now() - startedAt);
    if (this.#facts !== null) this.#facts.set(response, { operation: this.operation, workspaceId });
  }
}

export class Metrics {
  readonly #answers = new Map<string, Answers>();
  readonly #measures: Measure[] = [];
  readonly #facts: RequestFacts | null;

  /** `facts` is where the request log looks up what is known of a request; null if requests are not logged. */
  constructor(facts: RequestFacts | null = null) {
    this.#facts = facts;
  }

  answersOf(operation: string): Answers {
    const answers = this.#answers.get(operation) ?? new Answers(operation, this.#facts);
    this.#answers.set(operation, answers);
    return answers;
  }

  gauge(gauge: Gauge): void {
    this.#measures.push({ ...gauge, type: 'gauge' });
  }

  /** A value that only rises while the process runs. */
  counter(counter: Gauge): void {
    this.#measures.push({ ...counter, type: 'counter' });
  }

  text(): string {
    const lines = [
      '# HELP rf_answers_total Responses by operation and status.',
      '# TYPE rf_answers_total counter',
    ];
    for (const [operation, { byStatus }] of this.#answers) {
      for (const [status, count] of byStatus) {
        lines.push(`rf_answers_total{operation="${operation}",status="${status}"} ${count}`);
      }
    }
    const name = 'rf_answer_duration_seconds';
    lines.push(
      `# HELP ${name} Time from the routed request to its response, by operation.`,
      `# TYPE ${name} histogram`,
    );
    for (const [operation, { durations }] of this.#answers) {
      if (durations.count > 0) lines.push(...durations.lines(name, `operation="${operation}"`));
    }
    for (const { name, help, value, type } of this.#measures) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name} ${value()}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

// A histogram of durations with fixed buckets. Adding a value allocates nothing.

/** Upper bounds in milliseconds. Prepared responses take microseconds, reads of the store milliseconds. */
const BOUNDS_MS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 5000];

export class Histogram {
  /** By bucket, not cumulative; the last one has no upper bound. */
  readonly #counts = new Float64Array(BOUNDS_MS.length + 1);
  #sumMs = 0;

  add(ms: number): void {
    let bucket = 0;
    while (bucket < BOUNDS_MS.length && ms > BOUNDS_MS[bucket]!) bucket += 1;
    this.#counts[bucket]! += 1;
    this.#sumMs += ms;
  }

  get count(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  /** In the Prometheus text format, where buckets are cumulative and times are in seconds. */
  lines(name: string, label: string): string[] {
    let sum = 0;
    const buckets = BOUNDS_MS.map((bound, bucket) => {
      sum += this.#counts[bucket]!;
      return `${name}_bucket{${label},le="${bound / 1000}"} ${sum}`;
    });
    return [
      ...buckets,
      `${name}_bucket{${label},le="+Inf"} ${this.count}`,
      `${name}_sum{${label}} ${this.#sumMs / 1000}`,
      `${name}_count{${label}} ${this.count}`,
    ];
  }
}

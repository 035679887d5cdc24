// Metrics in the Prometheus text format.

export interface Gauge {
  name: string;
  help: string;
  value: () => number;
}

/** The number of responses by status. */
export type AnswerCounts = Map<number, number>;

export function countAnswer(counts: AnswerCounts | null, status: number): void {
  counts?.set(status, (counts.get(status) ?? 0) + 1);
}

export class Metrics {
  readonly #answers = new Map<string, AnswerCounts>();
  readonly #gauges: Gauge[] = [];

  /** The counter of one operation. Routes keep a reference to it. */
  answersOf(operation: string): AnswerCounts {
    const counts = this.#answers.get(operation) ?? new Map();
    this.#answers.set(operation, counts);
    return counts;
  }

  gauge(gauge: Gauge): void {
    this.#gauges.push(gauge);
  }

  text(): string {
    const lines = [
      '# HELP rf_answers_total Responses by operation and status.',
      '# TYPE rf_answers_total counter',
    ];
    for (const [operation, byStatus] of this.#answers) {
      for (const [status, count] of byStatus) {
        lines.push(`rf_answers_total{operation="${operation}",status="${status}"} ${count}`);
      }
    }
    for (const { name, help, value } of this.#gauges) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value()}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

// The parts of docs/operate/benchmarks.md that are made from bench/results.

import { figureText } from '../../../bench/measurement.ts';
import { type Results, readResults } from '../../../bench/results.ts';

const NONE = 'There are no results in `bench/results` yet.';

/** Whether a benchmark has figures to draw. */
export function charted({ measurements }: Results): boolean {
  return measurements.some(({ figures }) => figures !== undefined);
}

/** Relative to docs/. */
export function chartPath({ benchmark }: Results): string {
  return `benchmarks/${benchmark}.svg`;
}

export function benchmarkTable(): string {
  const rows = readResults().flatMap(({ benchmark, measurements }) =>
    measurements.flatMap(({ what, target, met, figures, ratio, note }) => {
      if (figures === undefined) return [];
      const [ours, peer] = figures;
      return row([
        note === undefined ? what : `${what} (${note})`,
        figureText(ours!),
        peer === undefined ? '' : figureText(peer),
        ratio === undefined ? '' : ratio.toFixed(2),
        target,
        answered(met),
        `\`npm run bench -- ${benchmark}\``,
      ]);
    }),
  );
  return table(['what', 'ours', 'the peer', 'ratio', 'target', 'met', 'command'], rows);
}

/** Measurements without figures: one for each read and act of the desk. */
export function deskTable(): string {
  const rows = readResults().flatMap(({ measurements }) =>
    measurements
      .filter(({ figures }) => figures === undefined)
      .map(({ what, measured, met, note = '' }) => row([what, measured, note, answered(met)])),
  );
  return table(['what', 'measured', 'besides', 'met'], rows);
}

function table(heads: readonly string[], rows: readonly string[]): string {
  if (rows.length === 0) return NONE;
  return [row(heads), `|${'---|'.repeat(heads.length)}`, ...rows].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function answered(met: boolean | null): string {
  return met === null ? '' : met ? 'yes' : '**no**';
}

export function benchmarkCharts(): string {
  const sections = readResults()
    .filter(charted)
    .map((results) => `![${alternative(results)}](../${chartPath(results)})`);
  return sections.length === 0 ? NONE : sections.join('\n\n');
}

/** What a chart says, for those who do not see it. */
export function alternative({ measurements }: Results): string {
  return measurements
    .filter(({ figures }) => figures !== undefined)
    .map(
      ({ what, figures }) =>
        `${what}: ${figures!.map((one) => `${one.label} ${figureText(one)}`).join(', ')}`,
    )
    .join('. ')
    .replaceAll(/[[\]]/g, '');
}

/** Where and with what the results were measured; benchmarks that were measured together share a line. */
export function benchmarkMachines(): string {
  const byPlace = Map.groupBy(readResults(), ({ machine, versions, commit, measured_on }) => {
    const { cpu, cores, memoryGiB, kernel } = machine;
    const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
    return `${measured_on}, commit ${commit}: ${cores} cores of ${cpu}, ${memoryGiB} GiB, ${kernel}; ${named.join(', ')}`;
  });
  const lines = [...byPlace].map(
    ([place, results]) => `- ${place}: ${results.map(({ benchmark }) => benchmark).join(', ')}`,
  );
  return lines.length === 0 ? NONE : lines.join('\n');
}

// A score as its parts: one column for each criterion that applies. Its width is the weight and its height the points, so the
// filled area is the score. Positions are percentages, so that the chart is as wide as its place.

import { bandClass } from './bands.ts';
import { type Drawing, draw } from './drawing.ts';
import { lostPoints } from './waterfall-steps.ts';

/** Weights, points and losses in hundredths; all weights add up to 100.00. */
export interface Part {
  id: string;
  label: string;
  module: string;
  weight: number;
  points: number;
  lost: number;
}

export interface ModuleOfParts {
  label: string;
  /** Where its first column begins. */
  from: number;
  weight: number;
  lost: number;
}

export interface ScoreParts {
  parts: Part[];
  /** Criteria of the framework that do not apply to this provider. */
  others: { label: string; module: string }[];
  modules: ModuleOfParts[];
  band: string;
  /** Before hard rules. */
  lost: number;
  uncapped: number;
  final: number;
}

/** What is read of a result and of its framework. */
interface Result {
  band: string;
  final_score: string;
  uncapped_score: string;
  criteria: readonly { id: string; weight: string; points: string; shortfall: string }[];
}
interface Framework {
  modules: readonly { id: string; label: string }[];
  criteria: readonly { id: string; label: string; module: string }[];
}

export function partsOf(result: Result, framework: Framework): ScoreParts {
  const scored = new Map(result.criteria.map((criterion) => [criterion.id, criterion]));
  const moduleNames = new Map(framework.modules.map(({ id, label }) => [id, label]));
  const parts: Part[] = [];
  const others: ScoreParts['others'] = [];
  const modules = new Map<string, ModuleOfParts>();
  let from = 0;
  for (const { id, label, module } of framework.criteria) {
    const name = moduleNames.get(module)!;
    const criterion = scored.get(id);
    if (criterion === undefined) {
      others.push({ label, module: name });
      continue;
    }
    const [weight, points, lost] = [criterion.weight, criterion.points, criterion.shortfall].map(
      inHundredths,
    );
    parts.push({ id, label, module: name, weight: weight!, points: points!, lost: lost! });
    const own = modules.get(module) ?? { label: name, from, weight: 0, lost: 0 };
    modules.set(module, { ...own, weight: own.weight + weight!, lost: own.lost + lost! });
    from += weight!;
  }
  const uncapped = inHundredths(result.uncapped_score);
  return {
    ...{ parts, others, modules: [...modules.values()], band: result.band },
    ...{ lost: 10_000 - uncapped, uncapped, final: inHundredths(result.final_score) },
  };
}

function inHundredths(amount: string): number {
  return Math.round(Number(amount) * 100);
}

/** Columns from this weight on have room for what they lost, on wide and on very wide pages. */
const LABELLED = { wide: 350, middle: 700 };
/** What the last two modules weigh together if their labels have room side by side on all wide pages. */
const LAST_TWO = 1500;
/** Baseline of the loss, from the top. */
const LOSS_Y = 20;
const EDGE = 2;

interface ChartOptions {
  label: string;
  /** The id of the column to frame. */
  marked?: string | undefined;
  hasLosses?: boolean;
}

/** As high and wide as the style sheet says. */
export function partsChart(
  { parts, band }: Pick<ScoreParts, 'parts' | 'band'>,
  { label, marked, hasLosses = false }: ChartOptions,
): Drawing {
  let from = 0;
  const columns = parts.map((part) => {
    const drawn = column(part, from, hasLosses);
    if (part.id === marked) drawn.push(frame(part, from));
    from += part.weight;
    return draw('g', { class: 'part' }, ...drawn);
  });
  // The frame lies over the next column.
  const inOrder = [...columns].sort((a, b) => Number(isFramed(a)) - Number(isFramed(b)));
  return draw('svg', { class: `parts ${bandClass(band)}`, role: 'img', 'aria-label': label }, ...inOrder);
}

function column({ weight, points, lost }: Part, from: number, hasLosses: boolean): Drawing[] {
  const at = { x: percent(from), width: percent(weight) };
  const drawn = [draw('rect', { class: 'part-ground', ...at, y: 0, height: '100%' })];
  if (points > 0) {
    const top = { ...at, y: percent(10_000 - points) };
    drawn.push(draw('rect', { class: 'part-column', ...top, height: percent(points) }));
    drawn.push(draw('rect', { class: 'part-edge', ...top, height: EDGE }));
  }
  const hasRoom = hasLosses && lost > 0 && weight >= LABELLED.wide && points < 9000;
  if (hasRoom) {
    const middle = { x: percent(from + weight / 2), y: LOSS_Y, 'text-anchor': 'middle' };
    const className = weight >= LABELLED.middle ? 'part-loss' : 'part-loss if-wide';
    drawn.push(draw('text', { class: className, ...middle }, lostPoints(lost)));
  }
  return drawn;
}

function frame({ weight }: Part, from: number): Drawing {
  return draw('rect', {
    ...{ class: 'part-frame', x: percent(from), y: 0, width: percent(weight), height: '100%' },
  });
}

function isFramed({ children }: Drawing): boolean {
  return children.some((child) => typeof child !== 'string' && child.attributes.class === 'part-frame');
}

/** Under the chart, where each module begins. The last one ends where the chart ends. */
export function moduleLabels(modules: readonly ModuleOfParts[]): Drawing {
  return draw(
    'svg',
    { class: 'part-modules', 'aria-hidden': 'true' },
    draw('rect', { class: 'part-axis', x: 0, y: 0, width: '100%', height: 1 }),
    ...modules.flatMap(({ label, from, weight, lost }, at) => {
      const isLast = at === modules.length - 1;
      const place = { x: isLast ? '100%' : percent(from), 'text-anchor': isLast ? 'end' : 'start' };
      const className = `part-module${isLast ? '' : labelClass(weight, modules[at + 1]!, at + 2 === modules.length)}`;
      return [
        draw('text', { class: `${className} name`, ...place, y: 20 }, firstOf(label)),
        draw('text', { class: className, ...place, y: 36 }, lostPoints(lost)),
      ];
    }),
  );
}

/** The last label ends where the chart ends, so it takes some of the room of the one before it. */
function labelClass(weight: number, next: ModuleOfParts, isNextLast: boolean): string {
  if (weight < LABELLED.middle) return ' if-wide';
  return isNextLast && weight + next.weight < LAST_TWO ? ' if-very-wide' : '';
}

/** "Backing" of "Backing and collateral": a column is not as wide as a sentence. */
function firstOf(label: string): string {
  return label.split(/,| and /, 1)[0]!;
}

function percent(hundredths: number): string {
  return `${hundredths / 100}%`;
}

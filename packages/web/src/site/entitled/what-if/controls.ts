// The inputs that can be moved, by module: a field and a slider for numbers, a list for options.

import type { ValueChange } from '@rf-indicators/engine';
import { inWords, utcDate } from '../../../ui/format.ts';
import { el } from '../../dom/elements.ts';
import { type Control, numberControl, optionControl } from './control.ts';
import type { Loaded } from './load.ts';
import { capitalised } from './nearest.ts';

interface Controls {
  element: HTMLElement;
  /** Back to the published values. */
  reset(): void;
  /** Shows another value, and opens what it is in. */
  set(id: string, value: string): void;
}

type Changed = (change: ValueChange, isPublished: boolean) => void;

export function controls(given: Loaded, changed: Changed): Controls {
  const { methodology, baseline, package: packaged } = given;
  const byId = new Map<string, Control>();
  const groups: HTMLElement[] = methodology.modules.map(({ label }, module) => {
    const rows = baseline.trace.assessments
      .filter(({ criterion }) => criterion.module === module)
      .map(({ criterion: { id, label: name, input, unit }, status }) => {
        const published = packaged.inputs[id]?.value ?? null;
        const move = (value: string) => changed({ kind: 'criterion', id, value }, value === published);
        const setting = { id, label: name, published, move };
        const control =
          input.kind === 'number'
            ? numberControl(setting, { ...input, unit })
            : optionControl(setting, [...input.points.keys()]);
        byId.set(id, control);
        return labelled(control, name, id, noteOf(given, id, status === 'scored'));
      });
    return group(label, rows);
  });
  const gates = methodology.gates.map(({ id, entry }) => {
    const label = capitalised(inWords(id));
    const published = packaged.gates[id]!.value;
    const move = (value: string) => changed({ kind: 'gate', id, value }, value === published);
    const control = optionControl({ id, label, published, move }, entry.options);
    byId.set(id, control);
    return labelled(control, label, id, null);
  });
  const element = el('div', { class: 'controls' }, ...groups, group('Checks of the service', gates));
  return {
    element,
    reset() {
      for (const control of byId.values()) control.reset();
    },
    set(id, value) {
      const control = byId.get(id)!;
      control.set(value);
      control.element.closest('details')!.open = true;
    },
  };
}

function group(label: string, rows: readonly HTMLElement[]): HTMLElement {
  // Of details with the same name, browsers keep one open.
  return el('details', { name: 'what-if-inputs' }, el('summary', {}, label), ...rows);
}

function labelled(control: Control, label: string, id: string, note: string | null): HTMLElement {
  return el(
    'div',
    { class: 'control' },
    el('label', { for: `what-if-${id}` }, label),
    control.element,
    note !== null && el('p', { class: 'small muted' }, note),
  );
}

/** What a change of the value assumes. */
function noteOf({ package: { inputs, as_of } }: Loaded, id: string, isFresh: boolean): string | null {
  const approval = inputs[id]?.approval;
  if (!isFresh) return `Another value counts as if there were evidence of ${utcDate(as_of.slice(0, 10))}.`;
  if (approval?.derived === undefined) return null;
  const from = [approval.from ?? []].flat().map((source) => inWords(String(source)));
  return `Derived from ${from.join(', ')}; it does not follow when that is changed here.`;
}

// Where the points of the score that a run would give now are lost.

import { Section } from '../../ui/section.tsx';
import { stepsOf } from '../../ui/waterfall/steps.ts';
import { findingOf, WaterfallChart } from '../../ui/waterfall/waterfall.tsx';
import type { ProviderFile, SheetRow } from './file.ts';

export function ProviderWaterfall({ file }: { file: ProviderFile }) {
  const { score_now, band_now, sheet, binding_rules } = file;
  if (score_now === null || band_now === null) return null;
  const criteria = sheet.flatMap((row) =>
    row.module === null || row.lost === null
      ? []
      : [
          {
            module: row.module,
            label: row.label,
            lost: row.lost,
            isProved: row.status === 'scored',
            criterion: row,
          },
        ],
  );
  // Gates come first in the sheet; modules have the order of the framework, as everywhere else.
  const inOrder = criteria.toSorted((a, b) => Number(isGate(a)) - Number(isGate(b)));
  const names = [...new Set(inOrder.map(({ module }) => module))];
  const modules = names.map((label) => ({ id: label, label }));
  const fall = stepsOf({ modules, criteria, binding: binding_rules, final: score_now });
  return (
    <Section title={findingOf(fall)} note="As of now, from 100.00 to the score; the parts add up exactly">
      <WaterfallChart fall={fall} band={band_now} />
    </Section>
  );
}

function isGate({ criterion }: { criterion: SheetRow }): boolean {
  return criterion.kind === 'gate';
}

// The providers whose histories the demo tells beside those of the samples. Everything is data; the weeks of the story turn
// it into acts.

import { BTC } from './histories/btc.ts';
import { FIAT } from './histories/fiat.ts';
import type { History, NewFact, Reports } from './histories/history.ts';
import { STABLECOIN } from './histories/stablecoin.ts';

export const HISTORIES: readonly History[] = [...BTC, ...FIAT, ...STABLECOIN];

/** All that is found about these providers. */
export const FINDINGS: readonly NewFact[] = HISTORIES.flatMap(({ name, reports, findings = [] }) => [
  ...(reports === undefined ? [] : reportedBy(name, reports)),
  ...findings.flatMap(({ values, ...finding }) =>
    Object.entries(values).map(([input, value]) => ({ ...finding, provider: name, input, value })),
  ),
]);

function reportedBy(provider: string, { title, grade, inputs, rows }: Reports): NewFact[] {
  return rows.flatMap(([date, ...values]) =>
    inputs.map((input, at) => ({
      date: date!,
      provider,
      input,
      value: values[at]!,
      grade,
      title: `${provider}: ${title}`,
    })),
  );
}

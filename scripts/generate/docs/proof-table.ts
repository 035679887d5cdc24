// The table of docs/use/integrity.md: what proves each column.

import { PROOFS } from '@rf-indicators/core/store/records/columns';
import { code, table } from './markdown.ts';

export function proofTable(): string {
  const rows = Object.entries(PROOFS).map(([name, { columns }]) => {
    const named = (proof: string) =>
      Object.entries(columns)
        .filter(([, each]) => each === proof)
        .map(([column]) => code(column))
        .join(' ');
    const reasons = Map.groupBy(
      Object.entries(columns).flatMap(([column, each]) =>
        typeof each === 'string' ? [] : [{ column, reason: each.operational }],
      ),
      ({ reason }) => reason,
    );
    const operational = [...reasons].map(
      ([reason, all]) => `${all.map(({ column }) => code(column)).join(' ')}: ${reason}`,
    );
    return [code(name), named('chained'), named('signed'), named('recomputed'), operational.join(' ')];
  });
  return table(['table', 'chained', 'signed', 'recomputed', 'operational'], rows);
}

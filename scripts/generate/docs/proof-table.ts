// The table of docs/use/integrity.md: what proves each column.

import { proofOf, TABLE_NAMES, TABLES } from '@rf-indicators/core/store/schema';
import { code, table } from './markdown.ts';

export function proofTable(): string {
  const rows = TABLE_NAMES.map((name) => {
    const proofs = Object.keys(TABLES[name].columns).map((column) => ({
      column,
      proof: proofOf(name, column),
    }));
    const named = (wanted: string) =>
      proofs
        .filter(({ proof }) => proof === wanted)
        .map(({ column }) => code(column))
        .join(' ');
    const reasons = Map.groupBy(
      proofs.flatMap(({ column, proof }) =>
        typeof proof === 'string' ? [] : [{ column, reason: proof.operational }],
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

// From which band each name of the book came since a day, and to which it went: rows then, columns now, safest first.

import { BANDS } from '../../ui/band.tsx';
import { count, plural } from '../../ui/format.ts';
import styles from './book-report.module.css';
import { bandOrNone, type Report } from './report-words.ts';

const GROUPS = [...BANDS, 'none', 'absent'] as const;
const STEPS = 4;

export function MigrationMatrix({ migration }: { migration: Report['migration'] }) {
  const found = new Map(migration.cells.map((cell) => [`${cell.from} ${cell.to}`, cell]));
  const most = Math.max(...migration.cells.map(({ names }) => names), 1);
  return (
    <table className={styles.matrix} aria-label="Names by band then and now">
      <thead>
        <tr>
          <td />
          {GROUPS.map((to) => (
            <th key={to} scope="col">
              {to === 'absent' ? 'Left' : bandOrNone(to)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {GROUPS.map((from) => (
          <tr key={from}>
            <th scope="row">{from === 'absent' ? 'Entered' : bandOrNone(from)}</th>
            {GROUPS.map((to) => {
              const cell = found.get(`${from} ${to}`);
              if (cell === undefined)
                return (
                  <td key={to} className={from === to && from !== 'absent' ? styles.same : undefined}>
                    <span className="muted">·</span>
                  </td>
                );
              const step = Math.ceil((cell.names / most) * STEPS);
              return (
                <td
                  key={to}
                  className={from === to ? styles.same : styles[`step-${step}`]}
                  title={`${plural(cell.names, 'name')}: ${cell.first.join(', ')}`}
                >
                  {count(cell.names)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

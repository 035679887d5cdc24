// The provider among those of its type: its nearest neighbours by score.

import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/acts.ts';
import { typeName } from '../../charts/type-names.ts';
import { bandName } from '../../ui/band.tsx';
import { count, hundredths, plural } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import styles from './peers.module.css';

export function Peers({ provider, own }: { provider: string; own: string }) {
  const { data } = useRead('providers.peers', { provider });
  // A provider without an indicator has none.
  if (data === undefined || data.planner_type === null) return null;
  const { planner_type: type, count: all, data: peers } = data;
  return (
    <Section title="Nearest peers">
      <p className={styles.note}>
        {all === 1
          ? `No other ${typeName(type)} provider has a score yet.`
          : `Among ${plural(all, `${typeName(type)} provider`)}, safest first.`}
      </p>
      <table className={styles.peers} aria-label="Nearest peers">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Provider</th>
            <th scope="col">Score</th>
          </tr>
        </thead>
        <tbody>
          {peers.map(({ rank, slug, name, score, band, is_stale }) => (
            <tr key={slug}>
              <td className={styles.rank}>{count(rank)}</td>
              <th scope="row">
                {slug === own ? (
                  <strong>{name}</strong>
                ) : (
                  <Link to="/desk/providers/$slug" params={{ slug }}>
                    {name}
                  </Link>
                )}
                <span className={styles.band}>
                  {bandName(band)}
                  {is_stale ? ', stale' : ''}
                </span>
              </th>
              <td className={styles.score}>{hundredths(score)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

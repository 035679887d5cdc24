// What a draft would publish, beside the request to discard it.

import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/acts.ts';
import { countOf, publishingCounts } from '../committee/groups.ts';
import { Notable } from '../committee/notable.tsx';
import styles from './requests.module.css';

export function DraftFacts({ run }: { run: string }) {
  const overview = useRead('runs.overview', { run }).data;
  if (overview === undefined) return null;
  const { groups } = publishingCounts(overview);
  return (
    <div className={styles.draft}>
      <p>It would publish:</p>
      <ul>
        {groups.map(({ group, number }) => (
          <li key={group}>
            {countOf(group, number)}
            <Notable items={overview.notable.filter((item) => item.group === group)} number={number} />
          </li>
        ))}
      </ul>
      <Link to="/desk/runs/$run" params={{ run }}>
        Read the draft
      </Link>
    </div>
  );
}

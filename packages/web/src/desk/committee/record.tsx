// At the right: what the committee has decided of the draft, and what stays in it.

import type { Overview } from './groups.ts';
import styles from './record.module.css';

export function CommitteeRecord({ overview }: { overview: Overview }) {
  const { open, accepted, refused, held } = overview.committee;
  return (
    <aside className={styles.record} aria-label="Committee">
      <h2 className={styles.title}>Committee</h2>
      <p>
        {open} open, {accepted} accepted, {refused} refused.
      </p>
      <ul className={styles.votes}>
        {held.map(({ provider_id, name, why }) => (
          <li key={provider_id}>
            {name}: {why}
          </li>
        ))}
      </ul>
    </aside>
  );
}

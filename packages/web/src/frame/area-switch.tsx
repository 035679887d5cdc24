// The name of the area, or the switch between areas for people who work in several: workspaces, and the desk.

import { areaPath, type Person, type Session } from '../api/session.ts';
import styles from './area-switch.module.css';

export function AreaSwitch({ session, person }: { session: Session; person: Person }) {
  const { people } = session;
  if (people.length < 2) return <p className={styles.name}>{areaName(person)}</p>;
  return (
    <select
      className={styles.switch}
      aria-label="Where you work"
      value={person.acting_as}
      onChange={({ target }) => {
        const chosen = people.find(({ acting_as }) => acting_as === target.value)!;
        // A new page: nothing that was read of this area stays in memory.
        location.assign(areaPath(session, chosen));
      }}
    >
      {people.map((one) => (
        <option key={one.acting_as} value={one.acting_as}>
          {areaName(one)}
        </option>
      ))}
    </select>
  );
}

function areaName({ workspace }: Person): string {
  return workspace ?? 'Desk';
}

// Who acts in the area, the way to their account, and the way out.

import { Link } from '@tanstack/react-router';
import { type Person, signOut } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { roleName } from '../ui/format.ts';
import styles from './who.module.css';

export function Who({ person, account }: { person: Person; account: string }) {
  return (
    <>
      <p className={styles.who}>
        <Link to={account}>{person.name}</Link>
      </p>
      <p className={styles.role}>
        {person.roles.map(roleName).join(', ')}
        <Button kind="quiet" onPress={() => void signOut()}>
          Sign out
        </Button>
      </p>
    </>
  );
}

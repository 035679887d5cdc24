// The roles of a person, as check boxes with what each can do.

import type { StaffRole } from '@rf-indicators/contract/acts';
import { CheckField } from '../../../ui/field.tsx';
import styles from '../registers.module.css';
import { ROLE_WORDS, ROLES } from './person.ts';

export function RoleFields({ given = [], error }: { given?: readonly StaffRole[]; error: string | null }) {
  return (
    <fieldset className={styles.checks}>
      <legend>Roles</legend>
      {ROLES.map((role) => (
        <CheckField key={role} name="roles" value={role} defaultChecked={given.includes(role)}>
          {ROLE_WORDS[role]}
        </CheckField>
      ))}
      {error === null ? null : <p role="alert">{error}</p>}
    </fieldset>
  );
}

export function rolesOf(form: FormData): StaffRole[] {
  return form.getAll('roles').map(String) as StaffRole[];
}

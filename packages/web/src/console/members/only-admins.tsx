// Why a member cannot change members, and who can.

import { useContractAdmins } from '../contract-admins.ts';
import styles from './members.module.css';

export function OnlyAdmins() {
  const admins = useContractAdmins(true);
  return (
    <p className={styles.note}>
      Only a Contract Admin can manage members{admins === undefined ? '.' : `: ${admins}.`}
    </p>
  );
}

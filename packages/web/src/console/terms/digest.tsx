// The digest of a text: its first characters, the whole on hover, and copied with one press.

import { Copy } from '../../ui/copy.tsx';
import styles from './terms.module.css';

const SHOWN = 12;

export function Digest({ digest }: { digest: string }) {
  return (
    <span className={styles.digest}>
      <span className="mono" title={`SHA-256 ${digest}`}>
        {digest.slice(0, SHOWN)}…
      </span>
      <Copy text={digest} what="the digest" />
    </span>
  );
}

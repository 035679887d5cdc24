// The address of an endpoint in a table: one line, cut where room is short.

import styles from './webhooks.module.css';
import { shortUrl } from './words.ts';

export function Address({ url }: { url: string }) {
  return (
    <span className={styles.url} title={url}>
      {shortUrl(url)}
    </span>
  );
}

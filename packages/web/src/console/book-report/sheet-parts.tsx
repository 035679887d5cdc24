// Parts of both pages of the report.

import { count, plural, utcDate, utcInstant } from '../../ui/format.ts';
import styles from './book-report.module.css';
import type { Report } from './report-words.ts';

/** Which state of which book it is, so that the report can be made again. */
export function SheetFoot({
  report: { figures, made_at, workspace },
  page,
}: {
  report: Report;
  page: 1 | 2;
}) {
  const { name, effective_on, version } = figures;
  const which = version === null ? 'empty' : `version ${count(version.number)}`;
  return (
    <footer className={styles.foot}>
      <span
        className={styles.which}
      >{`Confidential · ${utcDate(effective_on)} · ${which} · made ${utcInstant(made_at)} · ${workspace} · ${name}`}</span>
      <span className={styles.page}>{`Page ${page} of 2`}</span>
    </footer>
  );
}

/** What a sheet has no room for. */
export function More({ left, what }: { left: number; what: string }) {
  return left <= 0 ? null : (
    <p className={styles.more}>{`${plural(left, `more ${what}`)} in the spreadsheet.`}</p>
  );
}

/** The head of a row. On paper it has two lines at most, so that a sheet stays one. */
export function Named({ children }: { children: string }) {
  return (
    <th scope="row">
      <span className={styles.named}>{children}</span>
    </th>
  );
}

// The report of a book as of a day: two pages to print, and the same as a spreadsheet.

import type { InputOf } from '@rf-indicators/contract/acts';
import { useParams } from '@tanstack/react-router';
import { actingAs } from '../../api/acting-as.ts';
import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { usePageSearch } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/field.tsx';
import { utcDate } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import styles from './book-report.module.css';
import { FirstSheet } from './first-sheet.tsx';
import { SecondSheet } from './second-sheet.tsx';

export function BookReport() {
  const { book } = useParams({ from: '/console/$workspace/books/$book/report' });
  const { search, set } = usePageSearch('/console/$workspace/books/$book/report');
  const input = inputOf(book, search);
  const { data: report, error, refetch } = useRead('books.report', input);
  return (
    <div className={styles.report}>
      <div className={styles.tools}>
        <Title
          title="Report of the book"
          tab={report === undefined ? 'Report of the book' : `Report of ${report.figures.name}`}
          note={report === undefined ? '' : `As of ${utcDate(report.figures.effective_on)}`}
          act={
            <Button
              kind="primary"
              notAllowed={report === undefined ? 'the report is being read' : null}
              onPress={() => window.print()}
            >
              Print
            </Button>
          }
        />
        <div className={styles.choice}>
          <DateField
            label="As of (UTC)"
            value={search.effective_on === '' ? (report?.figures.effective_on ?? '') : search.effective_on}
            onChange={({ target }) => set({ effective_on: target.value })}
          />
          <DateField
            label="Compared with (UTC)"
            value={search.since === '' ? (report?.since ?? '') : search.since}
            onChange={({ target }) => set({ since: target.value })}
          />
          <a className={styles.file} href={fileOf(input)}>
            Download XLSX
          </a>
        </div>
      </div>
      <ProblemBox error={error} onRetry={() => void refetch()} />
      {report === undefined ? (
        error === null ? (
          <div className={styles.waits} aria-busy="true" />
        ) : null
      ) : (
        <>
          <FirstSheet report={report} />
          <SecondSheet report={report} />
        </>
      )}
    </div>
  );
}

type ReportInput = InputOf<'books.report'>;

function inputOf(
  book: string,
  { effective_on, since }: { effective_on: string; since: string },
): ReportInput {
  return {
    book,
    ...(effective_on === '' ? {} : { effective_on }),
    ...(since === '' ? {} : { since }),
  };
}

function fileOf(input: ReportInput): string {
  const query = Object.entries({ ...input, acting_as: actingAs() }).map(([name, value]) => [
    name,
    String(value),
  ]);
  return `/console/book-report.xlsx?${new URLSearchParams(query)}`;
}

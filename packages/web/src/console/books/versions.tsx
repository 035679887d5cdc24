// The versions of a book, and the book of a past day: as it was known then, or as it was corrected since.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { onePage, useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/field.tsx';
import { utcDate } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import { Section } from '../../ui/section.tsx';
import type { Column } from '../../ui/table.tsx';
import { type Searching, today } from './book.ts';
import styles from './books.module.css';

type Version = AnswerOf<'books.versions'>['data'][number];

export function Versions({ book, searching }: { book: string; searching: Searching }) {
  const versions = useRead('books.versions', { book });
  const { set } = searching;
  return (
    <>
      <AsOf searching={searching} />
      <Section title="Versions">
        <List
          label="Versions"
          pages={onePage(versions, versions.data?.data)}
          columns={COLUMNS}
          keyOf={({ number }) => String(number)}
          empty="The book is empty."
          open={{
            isOpen: () => false,
            onOpen: ({ effective_on, recorded_at }) =>
              set(
                { view: 'book', on: effective_on, known: recorded_at.slice(0, 10), position: '' },
                { isStep: true },
              ),
            label: ({ number }) => `Show the book of version ${number}`,
          }}
        />
      </Section>
    </>
  );
}

const COLUMNS: readonly Column<Version>[] = [
  {
    head: 'Version',
    isFixed: true,
    cell: ({ number }) => `Version ${number}`,
    text: ({ number }) => number,
  },
  { head: 'Counts from', isFixed: true, isMinor: true, text: ({ effective_on }) => utcDate(effective_on) },
  { head: 'Recorded', isFixed: true, isMinor: true, instant: ({ recorded_at }) => recorded_at },
  { head: 'By', isMinor: true, text: ({ recorded_by_name }) => recorded_by_name },
];

function AsOf({ searching: { search, set } }: { searching: Searching }) {
  return (
    <Section title="The book of a past day">
      <p className={styles.said}>
        A day shows the version that counted on it, with the scores that were published at its end. “Known by”
        leaves out what was recorded later.
      </p>
      <form
        className={styles.asOf}
        onSubmit={(event) => {
          event.preventDefault();
          set({ view: 'book', position: '' }, { isStep: true });
        }}
      >
        <DateField
          label="Day"
          value={search.on}
          max={today()}
          onChange={({ target }) => set({ on: target.value })}
        />
        <DateField
          label="Known by"
          value={search.known}
          max={today()}
          onChange={({ target }) => set({ known: target.value })}
        />
        <Button type="submit">Show the book</Button>
      </form>
    </Section>
  );
}

/** Above the figures, while they are those of another day. */
export function PastNote({ searching: { search, set } }: { searching: Searching }) {
  const { on, known } = search;
  if (on === '' && known === '') return null;
  const day = on === '' ? null : `of ${utcDate(on)}`;
  const by = known === '' ? null : `as it was known on ${utcDate(known)}`;
  return (
    <p className={styles.past} role="status">
      <span>The book {[day, by].filter((part) => part !== null).join(', ')}.</span>
      <Button kind="quiet" onPress={() => set({ on: '', known: '' })}>
        Show today
      </Button>
    </p>
  );
}

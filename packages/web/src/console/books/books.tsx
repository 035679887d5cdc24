// The books of a workspace: the list if there are several, and the page of one.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { onePage, useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { usePageSearch } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import { type Column, NotApplicable } from '../../ui/table.tsx';
import { IfMay, WhoMay } from '../person.tsx';
import { RIGHT_WORDS } from './book.ts';
import { BookPage } from './book-page.tsx';
import { ClosedBook } from './closed-book.tsx';
import { NewBook } from './new-book.tsx';

type Listed = AnswerOf<'books.list'>['data'][number];

export function Books() {
  const books = useRead('books.list', {});
  const searching = usePageSearch('/console/$workspace/books', { keepsScroll: true });
  const { search, set } = searching;
  const [isAdding, setAdding] = useState(false);
  const all = books.data?.data;
  const id = search.book !== '' ? search.book : all?.length === 1 ? all[0]!.id : null;
  const isShown = id !== null && !search.list;
  const isClosed = all?.find((one) => one.id === id)?.name === null;
  const add = (
    <IfMay act="books.create">
      <Button kind={isShown ? 'quiet' : 'primary'} onPress={() => setAdding(true)}>
        New book
      </Button>
    </IfMay>
  );
  const show = (book: string) =>
    set({ book, list: false, view: 'book', position: '', on: '', known: '' }, { isStep: true });
  return (
    <>
      {isShown && all !== undefined ? (
        isClosed ? (
          <ClosedBook id={id} />
        ) : (
          <BookPage key={id} id={id} searching={searching} others={all.length} add={add} />
        )
      ) : (
        <>
          <Title
            title="Book"
            note={all === undefined ? '' : all.length === 0 ? 'none yet' : plural(all.length, 'book')}
            act={all === undefined ? null : add}
          />
          <WhoMay act="books.create" doing="create books" />
          <List
            label="Books"
            pages={onePage(books, all)}
            columns={COLUMNS}
            keyOf={(one) => one.id}
            empty="No book yet. A book of your positions shows its score, what holds it down, and what breaches your limits. Create one, then upload a CSV or XLSX file."
            open={{
              isOpen: () => false,
              onOpen: (one) => show(one.id),
              label: (one) => `Open ${one.name ?? 'the book'}`,
            }}
          />
        </>
      )}
      {isAdding ? (
        <NewBook
          onDone={(book) => {
            setAdding(false);
            show(book);
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </>
  );
}

const COLUMNS: readonly Column<Listed>[] = [
  {
    head: 'Book',
    cell: ({ name }) => name ?? <span className="muted">a book that you may not see</span>,
    text: ({ name }) => name,
  },
  { head: 'Currency', isFixed: true, isMinor: true, text: ({ currency }) => currency },
  {
    head: 'Version',
    isFigure: true,
    isMinor: true,
    cell: ({ version }) => (version === null ? <NotApplicable /> : version),
    text: ({ version }) => version,
  },
  {
    head: 'Saved',
    isFixed: true,
    isMinor: true,
    instant: ({ saved_at, created_at }) => saved_at ?? created_at,
  },
  {
    head: 'Your rights',
    isMinor: true,
    text: ({ rights }) =>
      rights.length === 0 ? 'none' : rights.map((right) => RIGHT_WORDS[right]).join(', '),
  },
  {
    head: 'Waits',
    isMinor: true,
    cell: ({ limits_asked }) => (limits_asked ? 'higher limits for a second person' : <NotApplicable />),
  },
  { head: 'Created by', isExtra: true, text: ({ created_by_name }) => created_by_name },
];

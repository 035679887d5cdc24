// The names of a book without a score: what became of the requests to score them, and a request for all that were not requested.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { plural, utcDate } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import type { StateKind } from '../../ui/state.tsx';
import { type Column, NotApplicable, Table } from '../../ui/table.tsx';
import styles from './book-report.module.css';
import { amount } from './report-words.ts';

type Row = AnswerOf<'books.coverage'>['data'][number];

const STATES: Readonly<Record<Row['status'], { word: string; kind: StateKind }>> = {
  not_requested: { word: 'not requested', kind: 'off' },
  received: { word: 'received', kind: 'waiting' },
  in_progress: { word: 'in progress', kind: 'waiting' },
  scored: { word: 'scored', kind: 'good' },
  declined: { word: 'declined', kind: 'off' },
};

const COLUMNS: Column<Row>[] = [
  { head: 'Name', text: ({ name }) => name },
  { head: 'Exposure', isFigure: true, text: ({ exposure }) => amount(exposure) },
  {
    head: 'Requested',
    isFixed: true,
    isMinor: true,
    text: ({ requested_at }) => requested_at,
    cell: ({ requested_at }) => (requested_at === null ? <NotApplicable /> : <Instant at={requested_at} />),
  },
  { head: 'By', isMinor: true, isExtra: true, text: ({ requested_by_name }) => requested_by_name },
  {
    head: 'Expected',
    isFixed: true,
    isMinor: true,
    text: ({ expected_on }) => expected_on && utcDate(expected_on),
  },
  {
    head: 'Led to',
    isMinor: true,
    text: ({ slug }) => slug,
    cell: ({ slug }) => (slug === null ? <NotApplicable /> : <a href={`/providers/${slug}`}>{slug}</a>),
  },
  { head: 'Status', isFixed: true, state: ({ status }) => STATES[status] },
];

export function Coverage() {
  const { book } = useParams({ from: '/console/$workspace/books/$book/coverage' });
  const { data: coverage, error, refetch } = useRead('books.coverage', { book });
  const { data: settings } = useRead('books.settings', { book });
  const [isAsking, setAsking] = useState(false);
  const left = coverage?.not_requested ?? 0;
  const reason =
    coverage === undefined || settings === undefined
      ? 'the names are being read'
      : whyNot(settings.rights.includes('edit'), coverage.not_requested);
  return (
    <>
      <Title
        title="Names without a score"
        note={coverage === undefined ? '' : `${settings?.name ?? ''} · ${plural(coverage.unscored, 'name')}`}
        act={
          <Button kind="primary" notAllowed={reason} onPress={() => setAsking(true)}>
            Request scores…
          </Button>
        }
      />
      <ProblemBox error={error} onRetry={() => void refetch()} />
      {error === null ? (
        <Table
          label="Names without a score"
          columns={COLUMNS}
          rows={coverage?.data}
          keyOf={({ name, provider }) => provider ?? name}
          empty="Every name of the book has a score: there is nothing to request."
        />
      ) : null}
      {coverage === undefined || settings === undefined || reason === null ? null : (
        <p className="said">{`To request scores: ${reason}.`}</p>
      )}
      {isAsking ? (
        <ActDialog
          act="books.request_scores"
          changes={['books']}
          title={`Send ${plural(left, 'name')} out of the encrypted book?`}
          lead={
            <div className={styles.told}>
              <p className="plain">
                Our staff then see each name, and how many workspaces asked for it, but not which. They see no
                exposure, book, group or note.
              </p>
              <p className="plain">
                The names stay with the service if the book is deleted. A name that has a score by now is left
                out.
              </p>
            </div>
          }
          submit="Request scores"
          busy="Requesting…"
          inputOf={() => ({ book })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

function whyNot(mayEdit: boolean, left: number): string | null {
  if (!mayEdit) return 'you need the right to edit the book, which a Contract Admin gives';
  return left === 0 ? 'every name has a score, or was requested before' : null;
}

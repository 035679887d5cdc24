// The evidence of the inputs that are new to a draft, and whether the reader has opened it.

import { useQueryClient } from '@tanstack/react-query';
import { readAgain } from '../../api/acts.ts';
import { DotGlyph, EmptyGlyph } from '../../ui/glyphs.tsx';
import { Table } from '../../ui/table.tsx';
import { inputValue, inWords, utcDate } from '../../ui/words.ts';
import { documentAddress } from '../document/load.ts';
import type { Result } from './breakdown.ts';
import styles from './evidence.module.css';
import type { Detail } from './groups.ts';

type Changed = Detail['inputs'][number];

interface EvidenceProps {
  inputs: readonly Changed[];
  result: Result | null;
}

export function Evidence({ inputs, result }: EvidenceProps) {
  const labels = new Map(result?.criteria.map(({ id, label }) => [id, label]));
  return (
    <Table
      label="Evidence"
      rows={inputs}
      keyOf={({ input }) => input}
      empty="No input changed."
      columns={[
        { head: 'Input', cell: ({ input }) => labels.get(input) ?? sentence(inWords(input)) },
        { head: 'Value', isMinor: 'plain', cell: valuesOf },
        { head: 'Evidence', isMinor: 'plain', cell: (changed) => <Document changed={changed} /> },
        { head: 'Grade', isMinor: true, isExtra: true, cell: ({ grade }) => grade ?? '·' },
        {
          head: 'Approved by',
          isMinor: true,
          isExtra: true,
          cell: ({ proposal }) => proposal?.decided_by_name ?? '·',
        },
        { head: 'Opened by you', isFixed: true, cell: (changed) => <Opened changed={changed} /> },
      ]}
    />
  );
}

function valuesOf({ before, after }: Changed): string {
  const shown = (value: string | null) => (value === null ? 'none' : inputValue(value));
  return before === after || before === null ? shown(after) : `${shown(before)} to ${shown(after)}`;
}

function Document({ changed: { proposal } }: { changed: Changed }) {
  const client = useQueryClient();
  if (proposal === null) return <span className="muted">derived by runs</span>;
  const { title, page, evidence_date, sha256, url } = proposal.evidence;
  const words = `${title}${page === null ? '' : `, page ${page}`}`;
  return (
    <>
      {sha256 === null ? (
        url === null ? (
          words
        ) : (
          <a href={url} target="_blank" rel="noreferrer">
            {words}
          </a>
        )
      ) : (
        <a
          href={documentAddress(sha256)}
          target="_blank"
          rel="noreferrer"
          // To follow the link records that the document was opened.
          onClick={() => setTimeout(() => void readAgain(client, ['runs']), 1000)}
        >
          {words}
        </a>
      )}
      <span className={styles.date}> {utcDate(evidence_date)}</span>
    </>
  );
}

function Opened({ changed: { proposal } }: { changed: Changed }) {
  const opened = proposal?.evidence.opened ?? null;
  if (opened === null) return <span className="muted">no document</span>;
  return (
    <span className={styles.opened}>
      {opened ? <DotGlyph /> : <EmptyGlyph />}
      {opened ? 'yes' : 'no'}
    </span>
  );
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

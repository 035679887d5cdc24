// The evidence of the inputs that are new to a draft, and whether the reader has opened it.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAgain } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { inputValue, inWords, utcDate } from '../../ui/format.ts';
import { DotGlyph, EmptyGlyph } from '../../ui/glyphs.tsx';
import { Table } from '../../ui/table.tsx';
import { DocumentViewer } from '../document/viewer.tsx';
import type { Result } from './breakdown.ts';
import styles from './evidence.module.css';
import type { Detail } from './groups.ts';

type Changed = Detail['inputs'][number];
type Support = NonNullable<Changed['proposal']>;

interface EvidenceProps {
  inputs: readonly Changed[];
  result: Result | null;
}

export function Evidence({ inputs, result }: EvidenceProps) {
  const labels = new Map(result?.criteria.map(({ id, label }) => [id, label]));
  const [shown, setShown] = useState<Support | null>(null);
  return (
    <>
      <Table
        label="Evidence"
        rows={inputs}
        keyOf={({ input }) => input}
        empty="No input changed."
        columns={[
          { head: 'Input', cell: ({ input }) => labels.get(input) ?? sentence(inWords(input)) },
          { head: 'Value', isMinor: 'plain', cell: valuesOf },
          {
            head: 'Evidence',
            isMinor: 'plain',
            cell: (changed) => <Document changed={changed} onOpen={setShown} />,
          },
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
      {shown === null ? null : <ShownDocument evidence={shown.evidence} onClose={() => setShown(null)} />}
    </>
  );
}

function valuesOf({ before, after }: Changed): string {
  const shown = (value: string | null) => (value === null ? 'none' : inputValue(value));
  return before === after || before === null ? shown(after) : `${shown(before)} to ${shown(after)}`;
}

interface DocumentProps {
  changed: Changed;
  onOpen: (proposal: Support) => void;
}

function Document({ changed: { proposal }, onOpen }: DocumentProps) {
  if (proposal === null) return <span className="muted">derived by runs</span>;
  const { title, page, evidence_date, sha256, url } = proposal.evidence;
  const words = `${title}${page === null ? '' : `, page ${page}`}`;
  return (
    <>
      {sha256 !== null ? (
        <Button kind="quiet" onPress={() => onOpen(proposal)}>
          {words}
        </Button>
      ) : url === null ? (
        words
      ) : (
        <a href={url} target="_blank" rel="noreferrer">
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

/** The document behind an input, above the page of the committee. It counts as opened once it is shown. */
function ShownDocument({ evidence, onClose }: { evidence: Support['evidence']; onClose: () => void }) {
  const client = useQueryClient();
  const { title, sha256, media_type, page, quote, evidence_date, grade } = evidence;
  return (
    <Dialog
      title="Evidence"
      wide
      onCancel={onClose}
      buttons={
        <Button autoFocus onPress={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.document}>
        <DocumentViewer
          title={title}
          sha256={sha256}
          mediaType={media_type}
          page={page}
          quote={quote}
          facts={`grade ${grade}, ${utcDate(evidence_date)}`}
          onShown={() => void readAgain(client, ['runs'])}
        />
      </div>
    </Dialog>
  );
}

// A person's own drafts: to continue, or to discard.

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { FormDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { instant, plural } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { titleOf } from './draft.ts';
import { forgetDraft, keptDrafts } from './kept-draft.ts';

interface ListedDraft {
  id: string;
  title: string;
  row_count: number;
  /** Null if the service does not have it yet. */
  updated_at: string | null;
}

interface DraftsProps {
  staff: string;
  current: string;
  /** The draft that is open was discarded. */
  onDiscarded: () => void;
}

export function DraftsList({ staff, current, onDiscarded }: DraftsProps) {
  const stored = useRead('drafts.list', {}).data?.data;
  const [ending, setEnding] = useState<ListedDraft | null>(null);
  if (stored === undefined) return null;
  const known = new Set(stored.map(({ id }) => id));
  const here = keptDrafts(staff)
    .filter(({ id }) => !known.has(id) && id !== current)
    .map(({ id, content }) => ({
      id,
      title: titleOf(content),
      row_count: content.rows.length - 1,
      updated_at: null,
    }));
  const drafts: ListedDraft[] = [...here, ...stored];
  if (drafts.length === 0) return null;
  return (
    <Section title="Your drafts" note="Only you see them. A draft ends when its rows are proposed.">
      <Table<ListedDraft>
        label="Your drafts"
        rows={drafts}
        keyOf={({ id }) => id}
        empty="There are no drafts."
        columns={[
          {
            head: 'Draft',
            cell: ({ id, title }) =>
              id === current ? (
                `${title} (open)`
              ) : (
                <Link to="/desk/entry" search={{ draft: id }}>
                  {title}
                </Link>
              ),
          },
          { head: 'Values', cell: ({ row_count }) => row_count, isFigure: true, isMinor: true },
          {
            head: 'Saved',
            cell: ({ updated_at }) => (updated_at === null ? 'in this browser only' : instant(updated_at)),
            isFixed: true,
            isMinor: true,
          },
          {
            head: '',
            cell: (draft) => (
              <Button kind="quiet" label={`Discard ${draft.title}`} onPress={() => setEnding(draft)}>
                Discard
              </Button>
            ),
          },
        ]}
      />
      {ending === null ? null : (
        <Discard
          draft={ending}
          onClose={() => setEnding(null)}
          onDone={() => {
            forgetDraft(staff, ending.id);
            setEnding(null);
            if (ending.id === current) onDiscarded();
          }}
        />
      )}
    </Section>
  );
}

interface DiscardProps {
  draft: ListedDraft;
  onClose: () => void;
  onDone: () => void;
}

function Discard({ draft, onClose, onDone }: DiscardProps) {
  const discard = useAct('drafts.discard', ['drafts']);
  const end = () => {
    if (draft.updated_at === null) return onDone();
    discard.mutate({ draft: draft.id }, { onSuccess: onDone });
  };
  const lost = `${plural(draft.row_count, 'value')} that nobody has proposed ${draft.row_count === 1 ? 'is' : 'are'} lost.`;
  return (
    <FormDialog
      title={`Discard “${draft.title}”?`}
      lead={`${lost} The stored document stays.`}
      isFinal
      cancel="Keep it"
      submit="Discard"
      busy={discard.isPending && 'Discarding…'}
      error={discard.error}
      onSubmit={end}
      onClose={onClose}
    />
  );
}

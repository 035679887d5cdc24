// The values that are new to a draft: document, who proposed and approved each, and whether the reader has read it.

import { useQueryClient } from '@tanstack/react-query';
import { callAct, readAgain } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { date, inputValue, plural, utcDate } from '../../ui/format.ts';
import { TickGlyph } from '../../ui/glyphs.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Table } from '../../ui/table.tsx';
import type { Showing } from '../document/sheet-props.ts';
import { DocumentViewer } from '../document/viewer.tsx';
import { inputName } from '../input-names.ts';
import styles from './changed-values.module.css';
import type { Detail } from './groups.ts';
import type { Matter } from './matter.ts';

export type Changed = Detail['inputs'][number];
export type Support = NonNullable<Changed['proposal']>;
type Weighed = Matter['inputs'][number];

interface ValuesProps {
  inputs: readonly Changed[];
  /** Null for what the committee does not decide. */
  matter: Matter | null;
  labels: ReadonlyMap<string, string>;
  onOpen: (support: Support) => void;
}

export function ChangedValues({ inputs, matter, labels, onOpen }: ValuesProps) {
  const weighed = new Map(matter?.inputs.map((input) => [input.input, input]));
  // Four narrow columns have room beside the list and the votes, but not on a phone.
  const isPhone = useMedia(PHONE);
  const you = matter?.members.find(({ is_you }) => is_you);
  const own = new Map(you?.touched.map(({ input, as }) => [input, as]));
  return (
    <Table
      label="Changed values"
      isSmall={!isPhone}
      rows={inputs}
      keyOf={({ input }) => input}
      empty="No value changed."
      columns={[
        {
          head: 'Value',
          cell: (changed) => (
            <>
              {labels.get(changed.input) ?? inputName(changed.input)}
              <span className={styles.below}>{valuesOf(changed)}</span>
            </>
          ),
        },
        {
          head: 'Evidence',
          isMinor: 'plain',
          cell: (changed) => <Evidence changed={changed} onOpen={onOpen} />,
        },
        {
          head: 'Proposed, approved',
          isMinor: true,
          cell: ({ input, proposal }) => (
            <People
              proposal={proposal}
              weighed={weighed.get(input)}
              own={you === undefined ? null : (own.get(input) ?? 'nothing')}
            />
          ),
        },
        {
          head: 'Read by you',
          isFixed: true,
          isMinor: true,
          cell: ({ input, proposal }) => <Read proposal={proposal} weighed={weighed.get(input)} />,
        },
      ]}
    />
  );
}

/** "2 values changed, 1 document unread". */
export function valuesTitle(inputs: readonly Changed[], matter: Matter | null, isFirst: boolean): string {
  const values = isFirst ? plural(inputs.length, 'value') : `${plural(inputs.length, 'value')} changed`;
  const unread = unreadDocuments(inputs, matter);
  return unread === 0 ? values : `${values}, ${plural(unread, 'document')} unread`;
}

/** Each document counts once. */
export function unreadDocuments(inputs: readonly Changed[], matter: Matter | null): number {
  if (matter !== null) return matter.documents.all - matter.documents.read_by_you;
  const unread = inputs.flatMap(({ proposal }) =>
    proposal?.evidence.opened === false ? [proposal.evidence.sha256] : [],
  );
  return new Set(unread).size;
}

function valuesOf({ before, after }: Changed): string {
  const shown = (value: string | null) => (value === null ? 'no evidence' : inputValue(value));
  return before === after || before === null ? shown(after) : `${shown(before)} → ${shown(after)}`;
}

function Evidence({
  changed: { proposal, grade },
  onOpen,
}: {
  changed: Changed;
  onOpen: ValuesProps['onOpen'];
}) {
  if (proposal === null) return <span className="muted">derived by runs</span>;
  const { title, page, evidence_date, sha256, url } = proposal.evidence;
  const words = `${title}${page === null ? '' : `, p. ${page}`}`;
  return (
    <>
      {sha256 !== null ? (
        <span className={styles.title}>
          <Button kind="quiet" onPress={() => onOpen(proposal)}>
            {words}
          </Button>
        </span>
      ) : url === null ? (
        words
      ) : (
        <a href={url} target="_blank" rel="noreferrer">
          {words}
        </a>
      )}
      <span className={styles.below}>
        grade {grade ?? proposal.evidence.grade}, {utcDate(evidence_date)}
      </span>
    </>
  );
}

type Touched = Matter['members'][number]['touched'][number]['as'];

interface PeopleProps {
  proposal: Support | null;
  weighed: Weighed | undefined;
  /** What the reader did with the value; null for somebody who is not a member. */
  own: Touched | 'nothing' | null;
}

/** Whoever proposed or approved a value is not independent of it. */
function People({ proposal, weighed, own }: PeopleProps) {
  const proposer = own === 'proposed' ? 'You' : (weighed?.proposed_by ?? proposal?.proposed_by_name ?? null);
  const approver = own === 'approved' ? 'you' : (weighed?.approved_by ?? proposal?.decided_by_name ?? null);
  if (proposer === null) return <span className="muted">nobody</span>;
  return (
    <>
      {approver === null ? proposer : `${proposer}, then ${approver}`}
      {own === null ? null : (
        <span className={styles.below}>
          {own === 'nothing' ? (
            <>
              <TickGlyph /> you are independent
            </>
          ) : (
            `you ${own} it`
          )}
        </span>
      )}
    </>
  );
}

function Read({ proposal, weighed }: { proposal: Support | null; weighed: Weighed | undefined }) {
  const hasDocument = weighed === undefined ? proposal?.evidence.sha256 != null : weighed.document !== null;
  if (!hasDocument) return <span className="muted">no document</span>;
  const readAt = weighed?.read_by_you ?? null;
  const isRead = weighed === undefined ? proposal?.evidence.opened === true : readAt !== null;
  return (
    <>
      {isRead ? (
        <span className={styles.read}>
          <TickGlyph /> {readAt === null ? 'read' : date(readAt)}
        </span>
      ) : (
        <span className={styles.unread}>unread</span>
      )}
      {weighed?.waived == null ? null : (
        <span className={styles.below} title={weighed.waived.sentence}>
          waived by {weighed.waived.name}
        </span>
      )}
    </>
  );
}

/** The document behind a value, above the page. It counts as read once its quote or its page is on the screen. */
export function ShownDocument({ support, onClose }: { support: Support; onClose: () => void }) {
  const client = useQueryClient();
  const { id, title, sha256, media_type, page, quote, evidence_date, grade } = support.evidence;
  const tell = (how: Showing) => {
    callAct('evidence.shown', { evidence: id, how }).then(
      () => readAgain(client, ['runs', 'committee']),
      // It stays unread, and is told again when it is drawn again.
      () => undefined,
    );
  };
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
          onShown={tell}
        />
      </div>
    </Dialog>
  );
}

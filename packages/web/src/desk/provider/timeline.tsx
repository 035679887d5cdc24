// One timeline of all that happened about a provider, newest first, and notes that are added to it.

import { type FormEvent, useState } from 'react';
import { useAct, useList } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { AreaField } from '../../ui/field.tsx';
import { FilterChoice, Filters } from '../../ui/filters.tsx';
import { LongList } from '../../ui/list.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import type { Column } from '../../ui/table.tsx';
import { whoMayOperate } from '../providers/who-may.ts';
import { useStaff } from '../staff.ts';
import { Correct } from './correct.tsx';
import { EvidenceLink } from './evidence-panel.tsx';
import type { ProviderFile, TimelineEntry } from './file.ts';
import styles from './provider.module.css';
import { inputLabel, KIND_WORDS, sentenceOf, type TimelineKind } from './timeline-words.ts';

export function Timeline({ file }: { file: ProviderFile }) {
  const provider = file.provider.id;
  const [kind, setKind] = useState<TimelineKind | ''>('');
  const [wrong, setWrong] = useState<TimelineEntry | null>(null);
  const pages = useList('providers.timeline', { provider, limit: 50, ...(kind === '' ? {} : { kind }) });
  const columns: Column<TimelineEntry>[] = [
    { head: 'When', width: 176, isFixed: true, instant: ({ at }) => at },
    { head: 'What', width: 480, isMinor: 'plain', cell: (entry) => sentenceOf(entry, file) },
    {
      head: '',
      width: 200,
      isMinor: 'plain',
      cell: (entry) => <TimelineLinks entry={entry} onWrong={() => setWrong(entry)} />,
    },
  ];
  return (
    <Section title="Timeline">
      <AddNote provider={provider} />
      <Filters>
        <FilterChoice
          label="Show"
          value={kind}
          options={{ '': 'everything', ...KIND_WORDS }}
          onChange={(chosen) => setKind(chosen as TimelineKind | '')}
        />
      </Filters>
      <LongList
        label={`Timeline of ${file.provider.name}`}
        pages={pages}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          kind === '' ? 'Nothing happened yet.' : `Nothing of this kind happened yet: ${KIND_WORDS[kind]}.`
        }
      />
      {wrong === null ? null : (
        <Correct
          file={file}
          proposal={wrong.proposal_id!}
          label={inputLabel(wrong.input, file)}
          onClose={() => setWrong(null)}
        />
      )}
    </Section>
  );
}

function AddNote({ provider }: { provider: string }) {
  const add = useAct('providers.add_note', ['providers']);
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') add.mutate({ provider, text: text.trim() }, { onSuccess: () => setText('') });
  };
  return (
    <form className={styles.note} onSubmit={submit}>
      <AreaField
        label="Note"
        help="For colleagues, on record: it cannot be changed, and is never published."
        rows={2}
        value={text}
        maxLength={2000}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Button
          type="submit"
          busy={add.isPending && 'Adding…'}
          notAllowed={text.trim() === '' ? 'Write the note first.' : null}
        >
          Add note
        </Button>
      </div>
      <ProblemBox error={add.error} />
    </form>
  );
}

/** Where an entry of the timeline leads: its evidence, its indicator, its draft; or a correction of it. */
function TimelineLinks({ entry, onWrong }: { entry: TimelineEntry; onWrong: () => void }) {
  const mayCorrect = whoMayOperate(useStaff()) === null;
  const isApproved = entry.what === 'approved' || entry.what === 'renewed';
  return (
    <span className={styles.links}>
      {entry.evidence_id === null ? null : <EvidenceLink evidence={entry.evidence_id} />}
      {entry.verification_id === null ? null : <a href={`/verify/${entry.verification_id}`}>Proof</a>}
      {entry.run_id === null ? null : <a href={`/desk/runs/${entry.run_id}`}>Run</a>}
      {isApproved && mayCorrect ? (
        <Button kind="quiet" onPress={onWrong}>
          Correct
        </Button>
      ) : null}
    </span>
  );
}

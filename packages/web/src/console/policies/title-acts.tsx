// What can be done with the version that is shown, at the right of the title: by whom may, with the reason where it has to wait.

import { useState } from 'react';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { IfMay } from '../person.tsx';
import { useMe } from './activation.tsx';
import styles from './policies.module.css';
import { isOpen, type ReadPolicy } from './policy.ts';
import { RefuseDialog } from './refuse.tsx';

interface TitleActsProps {
  shown: ReadPolicy['shown'];
  /** While something is not saved, nothing else is done. */
  isEdited: boolean;
  /** Why it cannot be saved; null if it can. */
  fault: string | null;
  busy: boolean;
  onSave: () => void;
  onCancel: () => void;
  onDiscarded: () => void;
}

type Asking = 'discard' | 'ask' | 'activate' | 'refuse' | null;

export function TitleActs({ shown, isEdited, fault, busy, onSave, onCancel, onDiscarded }: TitleActsProps) {
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const idle = shown.findings.length;
  if (isEdited)
    return (
      <>
        {fault === null ? null : <span className={styles.fault}>{fault}</span>}
        <Button onPress={onCancel}>Cancel changes</Button>
        <Button kind="primary" busy={busy && 'Saving…'} notAllowed={fault} onPress={onSave}>
          {isOpen(shown) ? `Save version ${shown.version}` : 'Save as a draft'}
        </Button>
      </>
    );
  return (
    <IfMay act="policies.ask">
      {shown.state === 'asked' ? <Asked shown={shown} onAsk={setAsking} /> : null}
      {shown.state === 'draft' ? (
        <>
          {idle === 0 ? null : <span className={styles.fault}>{plural(idle, 'rule')} to look at</span>}
          <Button onPress={() => setAsking('discard')}>Discard</Button>
          <Button kind="primary" onPress={() => setAsking('ask')}>
            {shown.second_person === null ? 'Activate' : 'Ask for activation'}
          </Button>
        </>
      ) : null}
      <Question asking={asking} shown={shown} onDiscarded={onDiscarded} onClose={close} />
    </IfMay>
  );
}

function Asked({ shown, onAsk }: { shown: ReadPolicy['shown']; onAsk: (asking: Asking) => void }) {
  const me = useMe();
  const isOwn = shown.asked_by === me || shown.saved_by === me;
  return (
    <>
      <Button onPress={() => onAsk('refuse')}>{shown.asked_by === me ? 'Take back' : 'Refuse'}</Button>
      <Button
        kind="primary"
        notAllowed={isOwn ? 'another person than who saved the version and who asked must activate it' : null}
        onPress={() => onAsk('activate')}
      >
        Activate
      </Button>
    </>
  );
}

interface QuestionProps extends Pick<TitleActsProps, 'shown' | 'onDiscarded'> {
  asking: Asking;
  onClose: () => void;
}

function Question({ asking, shown, onDiscarded, onClose }: QuestionProps) {
  const { name, version, digest, second_person } = shown;
  const shared = { changes: ['policies'], onClose };
  if (asking === 'refuse') return <RefuseDialog name={name} what={`version ${version}`} onClose={onClose} />;
  if (asking === 'discard')
    return (
      <ActDialog
        {...shared}
        act="policies.discard"
        title={`Discard version ${version}?`}
        lead="It stays on record, and its number is not used again."
        submit="Discard"
        busy="Discarding…"
        isFinal
        inputOf={() => ({ name, digest })}
        onDone={() => {
          onClose();
          onDiscarded();
        }}
      />
    );
  if (asking === 'ask')
    return (
      <ActDialog
        {...shared}
        act="policies.ask"
        title={
          second_person === null ? `Activate version ${version}?` : `Ask to activate version ${version}?`
        }
        lead={
          second_person === null
            ? 'It decides every call from now on. The version that decided until now stays on record.'
            : 'A second person reads and activates it. Nothing changes until then.'
        }
        submit={second_person === null ? 'Activate' : 'Ask for activation'}
        busy={second_person === null ? 'Activating…' : 'Asking…'}
        inputOf={() => ({ name, digest })}
      />
    );
  if (asking === 'activate')
    return (
      <ActDialog
        {...shared}
        act="policies.activate"
        title={`Activate version ${version}?`}
        lead={`You agree to what ${shown.asked_by_name} asked for. It decides every call from now on.`}
        submit="Activate"
        busy="Activating…"
        inputOf={() => ({ name, digest })}
      />
    );
  return null;
}

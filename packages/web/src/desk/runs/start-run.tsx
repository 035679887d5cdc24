// Starts a run: of all providers or of some, as of now or of an earlier instant. It goes on without this page.

import { type FormEvent, useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField, CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { plural } from '../../ui/words.ts';
import styles from './start-run.module.css';

interface StartRunProps {
  onStarted: (run: string) => void;
  onClose: () => void;
}

export function StartRun({ onStarted, onClose }: StartRunProps) {
  const start = useAct('runs.compute', ['runs']);
  const [which, setWhich] = useState<'all' | 'some'>('all');
  const [named, setNamed] = useState('');
  const [asOf, setAsOf] = useState('');
  const [reason, setReason] = useState('');
  const [everything, setEverything] = useState(false);
  const [isSent, setSent] = useState(false);
  const found = useNamedProviders(named, which === 'some');
  const nameError = which === 'some' ? found.problem : null;
  // The field has no seconds and no zone: it is UTC, as its label says.
  const instant = asOf === '' ? null : Date.parse(`${asOf}:00Z`);
  const timeError = instant !== null && instant > Date.now() ? 'This is in the future.' : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (nameError !== null || timeError !== null) return;
    start.mutate(
      {
        ...(which === 'all' ? {} : { providers: found.slugs }),
        ...(instant === null ? {} : { as_of: instant }),
        ...(everything ? { everything } : {}),
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        wait: false,
      },
      { onSuccess: ({ run_id }) => onStarted(run_id) },
    );
  };
  return (
    <Dialog
      title="Start a run?"
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="start-run" busy={start.isPending && 'Starting…'}>
            Start
          </Button>
        </>
      }
    >
      <p className="plain">
        It scores the approved inputs and leaves a draft. Nothing becomes public. You can leave the page while
        it runs.
      </p>
      <form id="start-run" className={styles.form} onSubmit={submit}>
        <SelectField
          label="Providers"
          value={which}
          onChange={({ target }) => setWhich(target.value as 'all' | 'some')}
        >
          <option value="all">All that are not retired</option>
          <option value="some">Only these</option>
        </SelectField>
        {which === 'all' ? null : (
          <AreaField
            label="Names"
            help={nameError === null ? plural(found.slugs.length, 'provider') : 'One name or slug a line.'}
            error={isSent ? nameError : null}
            value={named}
            onChange={({ target }) => setNamed(target.value)}
          />
        )}
        <TextField
          label="As of (UTC)"
          type="datetime-local"
          help="Empty for now. What was approved later is not used."
          value={asOf}
          error={timeError}
          onChange={({ target }) => setAsOf(target.value)}
        />
        <TextField
          label="Reason"
          help="Optional, for the record."
          maxLength={2000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <CheckField checked={everything} onChange={({ target }) => setEverything(target.checked)}>
          Publish every scored provider, also where nothing changed
        </CheckField>
      </form>
      {start.error === null ? null : <ProblemBox error={start.error} />}
    </Dialog>
  );
}

/** The slugs of the providers that the lines name, and what is wrong with them. */
function useNamedProviders(text: string, isWanted: boolean): { slugs: string[]; problem: string | null } {
  const providers = useRead('providers.list', { limit: 1000 }, { enabled: isWanted }).data?.data ?? [];
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return { slugs: [], problem: 'Name at least one provider.' };
  const slugs = lines.map((line) => {
    const wanted = line.toLowerCase();
    const known = providers.find(({ slug, name }) => slug === wanted || name.toLowerCase() === wanted);
    // The list has the first thousand; a slug beyond them is checked by the server.
    return known?.slug ?? (/^[a-z0-9-]+$/.test(wanted) ? wanted : null);
  });
  const unknown = lines.filter((_, at) => slugs[at] === null);
  return {
    slugs: [...new Set(slugs.filter((slug) => slug !== null))],
    problem: unknown.length === 0 ? null : `No provider is called ${unknown.join(', ')}.`,
  };
}

// Starts a run: of all providers or of some, as of now or of an earlier instant. It continues without this page.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { AreaField, CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { plural } from '../../ui/format.ts';

interface StartRunProps {
  onStarted: (run: string) => void;
  onClose: () => void;
}

export function StartRun({ onStarted, onClose }: StartRunProps) {
  const [which, setWhich] = useState<'all' | 'some'>('all');
  const [named, setNamed] = useState('');
  const found = useNamedProviders(named, which === 'some');
  return (
    <ActDialog
      act="runs.compute"
      changes={['runs']}
      title="Start a run?"
      lead="It scores the approved inputs and leaves a draft. Nothing becomes public. You can leave the page while it runs."
      submit="Start"
      busy="Starting…"
      fields={(about) => (
        <>
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
              name="providers"
              label="Names"
              help={
                found.problem === null ? plural(found.slugs.length, 'provider') : 'One name or slug per line.'
              }
              error={about('providers')}
              value={named}
              onChange={({ target }) => setNamed(target.value)}
            />
          )}
          <TextField
            name="as_of"
            label="As of (UTC)"
            type="datetime-local"
            help="Empty for now. What was approved later is not used."
            error={about('as_of')}
          />
          <TextField
            name="reason"
            label="Reason"
            help="Optional, for the record."
            maxLength={2000}
            error={about('reason')}
          />
          <CheckField name="everything">Publish every scored provider, also where nothing changed</CheckField>
        </>
      )}
      check={(form) => {
        const instant = instantOf(form);
        return {
          ...(which === 'some' && found.problem !== null ? { providers: found.problem } : {}),
          ...(instant !== null && instant > Date.now() ? { as_of: 'This is in the future.' } : {}),
        };
      }}
      inputOf={(form) => {
        const [instant, reason] = [instantOf(form), textOf(form, 'reason')];
        return {
          ...(which === 'all' ? {} : { providers: found.slugs }),
          ...(instant === null ? {} : { as_of: new Date(instant).toISOString() }),
          ...(form.has('everything') ? { everything: true } : {}),
          ...(reason === undefined ? {} : { reason }),
          wait: false,
        };
      }}
      onDone={({ run_id }) => onStarted(run_id)}
      onClose={onClose}
    />
  );
}

/** The field has no seconds and no zone: it is UTC, as its label says. */
function instantOf(form: FormData): number | null {
  const given = textOf(form, 'as_of');
  return given === undefined ? null : Date.parse(`${given}:00Z`);
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

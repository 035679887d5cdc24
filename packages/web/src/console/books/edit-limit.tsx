// One limit in a dialog. Limits are one document, so each change sends all of them.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useProviders } from '../../api/providers.ts';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { BANDS, bandName } from '../../ui/band.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { type BookSettings, CHANGES, type LimitOf } from './book.ts';

type Limit = NonNullable<AnswerOf<'books.limits'>['active']>['limits'][number];
type Measure = Limit['measure'];

export interface EditedLimit {
  /** Null: a new one. */
  limit: Limit | null;
  /** Of a new one: what it is about. */
  of?: LimitOf;
  /** Set by a cure. */
  to?: string;
}

interface EditLimitProps {
  settings: BookSettings;
  limits: readonly Limit[];
  newest: number;
  edited: EditedLimit;
  nameOf: (name: string) => string;
  /** Absent where limits are not removed. */
  onRemove?: (limit: Limit) => void;
  onClose: () => void;
}

export function EditLimit({ settings, limits, newest, edited, nameOf, onRemove, onClose }: EditLimitProps) {
  const { limit } = edited;
  const of = limit?.of ?? edited.of;
  const [kind, setKind] = useState<LimitOf['kind']>(of?.kind ?? 'name');
  const [measure, setMeasure] = useState<Measure>(limit?.measure ?? settings.measure);
  const providers = useProviders();
  return (
    <ActDialog
      act="books.ask_limits"
      changes={CHANGES}
      title={limit === null ? 'Add a limit' : 'Change the limit'}
      lead={
        <>
          A lower limit is active at once. A higher one waits for a second person with the right to approve
          limits.
          {limit !== null && onRemove !== undefined ? (
            <>
              {' '}
              <Button kind="quiet" onPress={() => onRemove(limit)}>
                Remove the limit
              </Button>
            </>
          ) : null}
        </>
      }
      submit="Save the limit"
      busy="Saving…"
      fields={(about) => (
        <>
          <SelectField
            name="kind"
            label="About"
            value={kind}
            onChange={({ target }) => setKind(target.value as LimitOf['kind'])}
          >
            <option value="name">a name</option>
            <option value="group">a group</option>
            <option value="band">a band</option>
          </SelectField>
          {kind === 'name' ? (
            <NameField of={of} providers={providers ?? []} nameOf={nameOf} />
          ) : kind === 'group' ? (
            <TextField
              name="of"
              label="Group"
              help="As the positions of the book have it."
              defaultValue={of?.kind === 'group' ? of.group : ''}
              maxLength={200}
              required
            />
          ) : (
            <SelectField name="of" label="Band" defaultValue={of?.kind === 'band' ? of.band : 'HIGH'}>
              {BANDS.map((band) => (
                <option key={band} value={band}>
                  {bandName(band)}
                </option>
              ))}
              <option value="none">Names without a score</option>
            </SelectField>
          )}
          <SelectField
            name="measure"
            label="Measures"
            value={measure}
            onChange={({ target }) => setMeasure(target.value as Measure)}
          >
            <option value="net">net amounts, in {settings.currency}</option>
            <option value="gross">gross amounts, in {settings.currency}</option>
            <option value="share">the share of the book, in per cent</option>
          </SelectField>
          <TextField
            name="at_most"
            label={measure === 'share' ? 'At most, in per cent' : `At most, in ${settings.currency}`}
            error={about('document')}
            defaultValue={edited.to ?? limit?.at_most ?? ''}
            inputMode="decimal"
            pattern="\s*[0-9]+(\.[0-9]+)?\s*"
            title="A number with a decimal point, such as 25000000.00"
            autoComplete="off"
            required
          />
        </>
      )}
      inputOf={(form) => {
        const id = limit?.id ?? freeId(limits);
        const changed: Limit = {
          ...{ id, measure, of: ofIn(form, kind), at_most: textOf(form, 'at_most') ?? '' },
        };
        const all =
          limit === null ? [...limits, changed] : limits.map((one) => (one.id === id ? changed : one));
        return { book: settings.id, document: { format: 'rf-book-limits-1', limits: all }, seen: newest };
      }}
      onClose={onClose}
    />
  );
}

function NameField({
  of,
  providers,
  nameOf,
}: {
  of: LimitOf | undefined;
  providers: readonly { id: string; name: string }[];
  nameOf: (name: string) => string;
}) {
  const chosen = of?.kind === 'name' ? of.name : '';
  const isListed = chosen === '' || providers.some(({ id }) => id === chosen);
  return (
    <SelectField key={providers.length} name="of" label="Name" defaultValue={chosen} required>
      <option value="" disabled>
        Choose a name
      </option>
      {isListed ? null : <option value={chosen}>{nameOf(chosen)}</option>}
      {providers.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function ofIn(form: FormData, kind: LimitOf['kind']): LimitOf {
  const given = textOf(form, 'of') ?? '';
  if (kind === 'name') return { kind, name: given };
  if (kind === 'group') return { kind, group: given };
  return { kind, band: given as Extract<LimitOf, { kind: 'band' }>['band'] };
}

/** Ids stay with their limits, so that a change of one can be told from another one. */
function freeId(limits: readonly Limit[]): string {
  const taken = new Set(limits.map(({ id }) => id));
  let number = limits.length + 1;
  while (taken.has(`limit-${number}`)) number += 1;
  return `limit-${number}`;
}

interface RemoveLimitProps {
  book: string;
  limits: readonly Limit[];
  newest: number;
  limit: Limit;
  what: string;
  onClose: () => void;
}

export function RemoveLimit({ book, limits, newest, limit, what, onClose }: RemoveLimitProps) {
  return (
    <ActDialog
      act="books.ask_limits"
      changes={CHANGES}
      title={`Ask to remove the limit of ${what}?`}
      lead="It holds until a second person approves that it is removed."
      submit="Ask to remove it"
      busy="Asking…"
      inputOf={() => ({
        book,
        document: { format: 'rf-book-limits-1', limits: limits.filter(({ id }) => id !== limit.id) },
        seen: newest,
      })}
      onClose={onClose}
    />
  );
}

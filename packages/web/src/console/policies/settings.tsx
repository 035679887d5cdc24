// What a policy says besides its rules: whom it is about, how old a score may be, exposure that exists already, and exceptions.

import type { Policy, PolicyException } from '@rf-indicators/engine';
import { BANDS, bookInScope } from '@rf-indicators/engine';
import type { ReactNode } from 'react';
import { useRead } from '../../api/acts.ts';
import { useProviders } from '../../api/providers.ts';
import { bandName } from '../../ui/band.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField, DateField, SelectField, TextField } from '../../ui/field.tsx';
import { plural, utcDate } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './policies.module.css';
import type { Problem } from './policy.ts';

interface SettingsProps {
  document: Policy;
  problems: readonly Problem[];
  /** Null: they can only be read. */
  onChange: ((document: Policy) => void) | null;
}

export function Settings(props: SettingsProps) {
  return (
    <>
      <Scope {...props} />
      <Ages {...props} />
      <Exceptions {...props} />
    </>
  );
}

/** The first problem at a place of the document. */
function problemAt(problems: readonly Problem[], pointer: string): string | null {
  return (
    problems.find((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))?.message ?? null
  );
}

function Scope({ document, problems, onChange }: SettingsProps) {
  const providers = useProviders();
  const books = useSeenBooks();
  const { scope } = document;
  const book = bookInScope(document);
  const chosen = Array.isArray(scope) ? scope : [];
  const choose = (id: string, isIn: boolean) =>
    onChange?.({
      ...document,
      scope: isIn ? [...chosen, id] : chosen.filter((one) => one !== id),
    });
  const unlisted = chosen.filter((id) => providers?.every((one) => one.id !== id) ?? false);
  return (
    <Section title="Whom it is about">
      <div className={styles.form}>
        <SelectField
          label="Scope"
          help={
            book === null
              ? 'A provider outside it is at best reviewed.'
              : 'A provider without a position in the book is at best reviewed. Every key of the workspace reads in decisions which providers are in it, and never an amount.'
          }
          error={problemAt(problems, '/scope')}
          value={book !== null ? bookChoice(book) : scope === 'all' ? 'all' : 'some'}
          disabled={onChange === null}
          onChange={({ target }) =>
            onChange?.({
              ...document,
              scope: scopeChosen(target.value) ?? providers?.map(({ id }) => id) ?? [],
            })
          }
        >
          <option value="all">all providers</option>
          <option value="some">chosen providers</option>
          {book === null || books?.some(({ id }) => id === book) ? null : (
            <option value={bookChoice(book)}>
              {books === undefined ? 'a book' : 'a book that you do not see'}
            </option>
          )}
          {books?.map(({ id, name }) => (
            <option key={id} value={bookChoice(id)}>
              the book {name}
            </option>
          ))}
        </SelectField>
        {!Array.isArray(scope) ? null : (
          <fieldset className={styles.boxes} aria-label="Providers in scope">
            {providers?.map(({ id, name }) => (
              <CheckField
                key={id}
                checked={chosen.includes(id)}
                disabled={onChange === null}
                onChange={({ target }) => choose(id, target.checked)}
              >
                {name}
              </CheckField>
            ))}
            {unlisted.length === 0 ? null : (
              <p className={styles.said}>And {plural(unlisted.length, 'provider')} without a score today.</p>
            )}
          </fieldset>
        )}
      </div>
    </Section>
  );
}

/** Undefined until they are known. */
function useSeenBooks() {
  const { data } = useRead('books.list', {});
  return data?.data.filter(({ name }) => name !== null);
}

const BOOK = 'book ';
const bookChoice = (id: string) => `${BOOK}${id}`;

/** Null for chosen providers. */
function scopeChosen(choice: string): Exclude<Policy['scope'], readonly string[]> | null {
  if (choice === 'all') return choice;
  return choice.startsWith(BOOK) ? { book: choice.slice(BOOK.length) } : null;
}

function Ages({ document, problems, onChange }: SettingsProps) {
  const number = (member: 'verified_within_hours' | 'valid_minutes', label: string, help: string) => (
    <TextField
      label={label}
      help={help}
      error={problemAt(problems, `/${member}`)}
      inputMode="numeric"
      defaultValue={String(document[member])}
      readOnly={onChange === null}
      onChange={({ target }) => onChange?.({ ...document, [member]: wholeNumber(target.value) })}
    />
  );
  return (
    <Section title="What scores and decisions must be">
      <div className={styles.form}>
        <TextField
          label="Frameworks"
          help="With commas between. A score under another one is at best reviewed."
          error={problemAt(problems, '/frameworks')}
          defaultValue={document.frameworks.join(', ')}
          readOnly={onChange === null}
          onChange={({ target }) => onChange?.({ ...document, frameworks: listOf(target.value) })}
        />
        {number(
          'verified_within_hours',
          'Hours since a score was verified, at most',
          'An older one is at best reviewed. From 1 to 48.',
        )}
        {number('valid_minutes', 'Minutes that a decision is valid, at most', 'From 1 to 1,440.')}
      </div>
    </Section>
  );
}

/** Below every minimum where it is no number, so that the check says what is wrong. */
export function wholeNumber(text: string): number {
  return /^\d{1,7}$/.test(text.trim()) ? Number(text) : -1;
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function Exceptions({ document, problems, onChange }: SettingsProps) {
  const providers = useProviders();
  const { exceptions } = document;
  const rules = [...document.rules, ...(document.existing?.rules ?? [])];
  const change = (at: number, changed: Partial<PolicyException>) =>
    onChange?.({
      ...document,
      exceptions: exceptions.map((one, index) => (index === at ? { ...one, ...changed } : one)),
    });
  const nameOf = (id: string) =>
    providers?.find((one) => one.id === id)?.name ?? 'a provider without a score';
  const rule = (id: string) => `rule ${rules.findIndex((one) => one.id === id) + 1}`;
  return (
    <Section title="Exceptions">
      <p className={styles.said}>
        An exception lets one rule pass for one provider, up to a band and a day. New ones take two people: a
        second person activates the version. They never lift a score that is stale or withdrawn.
      </p>
      {onChange === null ? (
        <Table
          label="Exceptions"
          rows={exceptions}
          keyOf={(one) => `${one.rule} ${one.provider}`}
          empty="No exceptions."
          columns={[
            { head: 'Provider', text: ({ provider }) => nameOf(provider) },
            { head: 'Rule', isFixed: true, text: (one) => rule(one.rule) },
            { head: 'Up to', isFixed: true, text: ({ worst_band }) => bandName(worst_band) },
            { head: 'Until', isFixed: true, text: ({ until }) => utcDate(until) },
            { head: 'Reason', isMinor: 'plain', text: ({ reason }) => reason },
          ]}
        />
      ) : (
        <>
          {exceptions.map((exception, at) => (
            <ExceptionForm
              // biome-ignore lint/suspicious/noArrayIndexKey: an exception keeps its place while it is edited
              key={at}
              error={problemAt(
                problems.filter(({ pointer }) => !pointer.endsWith('/reason')),
                `/exceptions/${at}`,
              )}
              onRemove={() =>
                onChange({ ...document, exceptions: exceptions.filter((_, index) => index !== at) })
              }
            >
              <SelectField
                label="Provider"
                value={exception.provider}
                onChange={({ target }) => change(at, { provider: target.value })}
              >
                {providers?.some(({ id }) => id === exception.provider) ? null : (
                  <option value={exception.provider}>{nameOf(exception.provider)}</option>
                )}
                {providers?.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label="Rule"
                value={exception.rule}
                onChange={({ target }) => change(at, { rule: target.value })}
              >
                {rules.map(({ id, sentence }, index) => (
                  <option key={id} value={id}>{`${index + 1}: ${sentence}`}</option>
                ))}
              </SelectField>
              <SelectField
                label="Worst band that is tolerated"
                value={exception.worst_band}
                onChange={({ target }) => change(at, { worst_band: target.value as (typeof BANDS)[number] })}
              >
                {BANDS.map((band) => (
                  <option key={band} value={band}>
                    {bandName(band)}
                  </option>
                ))}
              </SelectField>
              <DateField
                label="Last day (UTC)"
                value={exception.until}
                onChange={({ target }) => change(at, { until: target.value })}
              />
              <TextField
                label="Reason"
                error={problemAt(problems, `/exceptions/${at}/reason`)}
                maxLength={200}
                value={exception.reason}
                onChange={({ target }) => change(at, { reason: target.value })}
              />
            </ExceptionForm>
          ))}
          <Button
            notAllowed={
              rules.length === 0
                ? 'there is no rule to lift'
                : providers === undefined
                  ? 'the providers are not there yet'
                  : null
            }
            onPress={() =>
              onChange({
                ...document,
                exceptions: [
                  ...exceptions,
                  {
                    rule: rules[0]!.id,
                    provider: providers![0]!.id,
                    worst_band: 'MEDIUM',
                    reason: '',
                    until: inDays(90),
                  },
                ],
              })
            }
          >
            Add an exception
          </Button>
        </>
      )}
    </Section>
  );
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

function ExceptionForm({
  error,
  onRemove,
  children,
}: {
  error: string | null;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles.exception} aria-label="Exception">
      {children}
      <div className={styles.acts}>
        <Button kind="quiet" onPress={onRemove}>
          Remove the exception
        </Button>
        {error === null ? null : <span role="alert">{error}</span>}
      </div>
    </fieldset>
  );
}

// A rule as a sentence whose words are chosen: tell at once or in digests, by which channels, when what happens to whom.

import type { ReactNode } from 'react';
import { useRead } from '../../api/acts.ts';
import { useProviders } from '../../api/providers.ts';
import { CheckField, TextField } from '../../ui/field.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { ConditionWords, KIND_OPTIONS } from './condition-form.tsx';
import { faultOf, missingOf, newCondition, type RuleDraft, usualName } from './rule-draft.ts';
import styles from './rule-form.module.css';
import { Fault } from './rules.tsx';
import { CHANNEL_KINDS, type Channel, failureWords, type Kind } from './watch-words.ts';
import { Word } from './word.tsx';

interface RuleFormProps {
  draft: RuleDraft;
  /** Its first word has the focus. */
  isNew?: boolean;
  onChange: (draft: RuleDraft) => void;
}

export function RuleForm({ draft, isNew = false, onChange }: RuleFormProps) {
  const channels = useRead('watch.channels', {}).data?.data ?? [];
  const chosen = channels.filter(({ id }) => draft.channels.includes(id));
  const failure = failureWords({ channels: chosen, at_once: draft.atOnce });
  const missing = missingOf(draft);
  const set = (change: Partial<RuleDraft>) => onChange({ ...draft, ...change });
  return (
    <div className={styles.form}>
      <Line word="Tell">
        <Word
          label="When it tells"
          value={draft.atOnce ? 'now' : 'digest'}
          options={[
            ['now', 'at once'],
            ['digest', 'in digests'],
          ]}
          onChange={(value) => set({ atOnce: value === 'now' })}
          isFirst={isNew}
        />
        {draft.atOnce ? null : <span className="muted">and on this page</span>}
      </Line>
      {draft.atOnce ? (
        <Line word="by">
          <Channels channels={channels} chosen={draft.channels} onChange={(ids) => set({ channels: ids })} />
        </Line>
      ) : null}
      <Line word="when">
        <Scope draft={draft} set={set} />
      </Line>
      <Line word="">
        <Conditions draft={draft} set={set} />
      </Line>
      {missing === null ? null : <Fault>{missing}</Fault>}
      {failure === null ? null : <Fault>{failure}</Fault>}
      <div className={styles.rest}>
        <TextField
          label="Name"
          help="On this page, and in what is sent."
          placeholder={usualName(draft)}
          value={draft.name}
          maxLength={120}
          onChange={({ target }) => set({ name: target.value })}
        />
        <CheckField checked={draft.webhooks} onChange={({ target }) => set({ webhooks: target.checked })}>
          Also send it to webhook endpoints
          {draft.book === '' ? '' : ': everyone who reads deliveries then learns names of the book'}
        </CheckField>
      </div>
    </div>
  );
}

function Line({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span className={styles.lead}>{word}</span>
      <div className={styles.words}>{children}</div>
    </div>
  );
}

interface ChannelsProps {
  channels: readonly Channel[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

const REMOVE = '-';

function Channels({ channels, chosen, onChange }: ChannelsProps) {
  if (channels.length === 0)
    return (
      <span className={styles.note}>no channel yet: add one under Channels. It stands on this page.</span>
    );
  const nameOf = ({ kind, name }: Channel) => `${name} (${CHANNEL_KINDS[kind]})`;
  const others = channels.filter(({ id }) => !chosen.includes(id));
  const known = chosen.filter((id) => channels.some((one) => one.id === id));
  return (
    <>
      {known.map((id, at) => (
        <span key={id} className={styles.part}>
          {at === 0 ? null : <span className="muted">and</span>}
          <Word
            label={`Channel ${at + 1}`}
            value={id}
            options={[
              ...channels
                .filter((one) => one.id === id || !chosen.includes(one.id))
                .map((one) => [one.id, nameOf(one)] as const),
              [REMOVE, 'not by it'],
            ]}
            onChange={(next) =>
              onChange(known.flatMap((one) => (one !== id ? one : next === REMOVE ? [] : next)))
            }
          />
        </span>
      ))}
      {others.length === 0 ? null : (
        <Word
          label="Another channel"
          value=""
          options={[
            ['', known.length === 0 ? 'no channel' : 'and…'],
            ...others.map((one) => [one.id, nameOf(one)] as const),
          ]}
          onChange={(next) => onChange(next === '' ? [...known] : [...known, next])}
        />
      )}
    </>
  );
}

interface PartProps {
  draft: RuleDraft;
  set: (change: Partial<RuleDraft>) => void;
}

const SOME = 'some';

function Scope({ draft: { book, providers, conditions, webhooks }, set }: PartProps) {
  const books = useRead('books.list', {}).data?.data ?? [];
  const named = useProviders() ?? [];
  const nameOf = (id: string) =>
    named.find((one) => one.id === id)?.name ?? 'a provider without an indicator';
  const choose = (value: string) => {
    if (value === '' || value === SOME) {
      const left = conditions.filter(({ kind }) => kind !== 'limit_breached');
      set({ book: '', providers: value === '' ? null : [], conditions: left });
    } else set({ book: value, providers: null, webhooks: book === '' ? false : webhooks });
  };
  return (
    <>
      <Word
        label="Whom it watches"
        value={book !== '' ? book : providers === null ? '' : SOME}
        options={[
          ['', 'any provider'],
          [SOME, 'one of these providers'],
          ...books.flatMap(({ id, name, rights }) =>
            name === null || !rights.includes('see') ? [] : [[id, `any name in ${name}`] as const],
          ),
        ]}
        onChange={choose}
      />
      {providers === null
        ? null
        : providers.map((id) => (
            <span key={id} className={styles.chip}>
              {nameOf(id)}
              <button
                type="button"
                aria-label={`Without ${nameOf(id)}`}
                onClick={() => set({ providers: providers.filter((one) => one !== id) })}
              >
                <CrossGlyph />
              </button>
            </span>
          ))}
      {providers === null ? null : (
        <Word
          label="Another provider"
          value=""
          options={[
            ['', providers.length === 0 ? 'choose one' : 'or…'],
            ...named.filter(({ id }) => !providers.includes(id)).map(({ id, name }) => [id, name] as const),
          ]}
          onChange={(id) => set({ providers: id === '' ? providers : [...providers, id] })}
        />
      )}
    </>
  );
}

function Conditions({ draft: { book, conditions }, set }: PartProps) {
  const used = conditions.map(({ kind }) => kind);
  const free = KIND_OPTIONS.filter(
    ([kind]) => !used.includes(kind) && (kind !== 'limit_breached' || book !== ''),
  );
  return (
    <ul className={styles.conditions}>
      {conditions.map((condition, at) => {
        const fault = faultOf(condition);
        return (
          <li key={condition.kind}>
            <div className={styles.condition}>
              <div className={styles.words}>
                {at === 0 ? null : <span className="muted">or</span>}
                <Word
                  label={`Condition ${at + 1}`}
                  value={condition.kind}
                  options={KIND_OPTIONS.filter(
                    ([kind]) => kind === condition.kind || free.some(([other]) => other === kind),
                  )}
                  onChange={(kind) => set({ conditions: conditions.with(at, newCondition(kind as Kind)) })}
                />
                <ConditionWords
                  condition={condition}
                  book={book}
                  onChange={(changed) => set({ conditions: conditions.with(at, changed) })}
                />
              </div>
              <button
                type="button"
                className={styles.remove}
                aria-label={`Without condition ${at + 1}`}
                onClick={() => set({ conditions: conditions.toSpliced(at, 1) })}
              >
                <CrossGlyph />
              </button>
            </div>
            {fault === null ? null : <Fault>{fault}</Fault>}
          </li>
        );
      })}
      {free.length === 0 ? null : (
        <li>
          <Word
            label="Another condition"
            value=""
            options={[['', conditions.length === 0 ? 'choose what happens' : 'or…'], ...free]}
            onChange={(kind) => {
              if (kind !== '') set({ conditions: [...conditions, newCondition(kind as Kind)] });
            }}
          />
        </li>
      )}
    </ul>
  );
}

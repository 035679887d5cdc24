// The rules of a policy as sentences. The parts of a sentence become fields in the rule that is open.

import type { PolicyFinding, Rule } from '@rf-indicators/engine';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { BandChip } from '../../ui/band.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { Choice, ComparisonForm, firstComparison } from './comparison-form.tsx';
import { DecisionChip } from './decision.tsx';
import type { Problem } from './policy.ts';
import { conditionWords, isComparison, partsOf } from './rule-words.ts';
import styles from './rules.module.css';

interface RulesProps {
  label: string;
  rules: readonly Rule[];
  /** Where the list stands in the document, as a JSON pointer. */
  pointer: string;
  problems: readonly Problem[];
  findings: readonly PolicyFinding[];
  /** For how many providers each rule holds today: "3 of 11". Empty where that is not known. */
  holds: (rule: Rule) => string;
  /** Null: they can only be read. `renamed` is the old and the new id of a rule. */
  onChange: ((rules: Rule[], renamed?: readonly [string, string]) => void) | null;
  /** To what the form cannot show. */
  onJson: () => void;
  /** How many providers no rule holds for. */
  otherwise: string;
}

export function Rules({
  label,
  rules,
  pointer,
  problems,
  findings,
  holds,
  onChange,
  onJson,
  otherwise,
}: RulesProps) {
  const [open, setOpen] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const focus = (at: number) =>
    requestAnimationFrame(() =>
      list.current
        ?.querySelectorAll<HTMLElement>(':scope > li')
        [at]?.querySelector<HTMLElement>('button, select')
        ?.focus(),
    );
  const show = (at: number | null) => {
    setOpen(at);
    focus(at ?? open ?? 0);
  };
  const add = () => {
    if (onChange === null) return;
    onChange([...rules, newRule(rules)]);
    show(rules.length);
  };
  const remove = (at: number) => {
    onChange?.(rules.filter((_, index) => index !== at));
    setOpen(null);
    focus(Math.min(at, rules.length - 2));
  };
  const move = (at: number, by: number) => {
    const to = at + by;
    if (onChange === null || to < 0 || to >= rules.length) return;
    onChange(moved(rules, at, to));
    if (open !== null) setOpen(open === at ? to : open === to ? at : open);
    focus(to);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (onChange === null || event.ctrlKey || event.metaKey) return;
    const row = event.target instanceof Element ? event.target.closest('[data-rule]') : null;
    const at = Number(row?.getAttribute('data-rule') ?? Number.NaN);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.altKey && step !== undefined && !Number.isNaN(at)) {
      event.preventDefault();
      move(at, step);
    } else if (event.key === 'Escape' && open !== null) {
      event.preventDefault();
      show(null);
    } else if (event.key === 'n' && !event.altKey && !isField(event.target)) {
      event.preventDefault();
      add();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the controls in it
    <div onKeyDown={onKeyDown}>
      <ol ref={list} className={styles.rules} aria-label={label}>
        {rules.map((rule, at) => {
          const place = `${pointer}/${at}`;
          const own = problems.filter((one) => one.pointer === place || one.pointer.startsWith(`${place}/`));
          const finding = findings.find((one) => one.pointer === place);
          const isDimmed = finding !== undefined && finding.code !== 'always_holds';
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: an id can be edited, and a rule keeps its place meanwhile
              key={at}
              data-rule={at}
              className={[
                styles.rule,
                ...(open === at ? [styles.open] : []),
                ...(isDimmed ? [styles.dimmed] : []),
              ].join(' ')}
            >
              <span className={styles.number}>{at + 1}</span>
              {open === at && onChange !== null ? (
                <OpenRule
                  rule={rule}
                  onChange={(changed) =>
                    onChange(
                      rules.map((one, index) => (index === at ? changed : one)),
                      [rule.id, changed.id],
                    )
                  }
                  onJson={onJson}
                  onDone={() => show(null)}
                  onRemove={() => remove(at)}
                  onMove={(by) => move(at, by)}
                />
              ) : (
                <>
                  <DecisionChip decision={rule.decision} isIdle={isDimmed} />
                  <Sentence rule={rule} onOpen={onChange === null ? null : () => show(at)} />
                  <span className={styles.holds}>{holds(rule)}</span>
                </>
              )}
              {finding === undefined ? null : (
                <p className={styles.finding}>
                  <CrossGlyph /> <span>{findingWords(finding, rules)}</span>
                  {onChange === null ? null : (
                    <Button kind="quiet" onPress={() => remove(at)} label={`Remove rule ${at + 1}`}>
                      Remove
                    </Button>
                  )}
                </p>
              )}
              {own.map((problem) => (
                <p key={`${problem.pointer} ${problem.message}`} className={styles.finding} role="alert">
                  <CrossGlyph />
                  <span>
                    <span className="mono">{problem.pointer.slice(place.length)}</span> {problem.message}
                  </span>
                </p>
              ))}
            </li>
          );
        })}
        <li className={styles.rule}>
          <span className={styles.number}>·</span>
          <DecisionChip decision="ALLOW" />
          <span className={styles.sentence}>otherwise</span>
          <span className={styles.holds}>{otherwise}</span>
        </li>
      </ol>
      {onChange === null ? null : (
        <p className={styles.add}>
          <Button kind="quiet" onPress={add}>
            Add a rule
          </Button>
          <span className={styles.keys}>
            <kbd>n</kbd> adds · <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd> moves the focused rule
          </span>
        </p>
      )}
    </div>
  );
}

function isField(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, select, textarea');
}

function moved(rules: readonly Rule[], from: number, to: number): Rule[] {
  const others = rules.filter((_, at) => at !== from);
  return [...others.slice(0, to), rules[from]!, ...others.slice(to)];
}

function newRule(rules: readonly Rule[]): Rule {
  const ids = new Set(rules.map(({ id }) => id));
  let number = rules.length + 1;
  while (ids.has(`rule_${number}`)) number += 1;
  return {
    id: `rule_${number}`,
    decision: 'REVIEW',
    sentence: 'The score is below 40.',
    when: firstComparison('score'),
  };
}

/** The second rule that lint names decides instead. */
function findingWords({ code, message }: PolicyFinding, rules: readonly Rule[]): string {
  if (code === 'never_holds') return 'Can never hold.';
  if (code === 'always_holds') return 'Always holds, for every provider.';
  const other = [...message.matchAll(/"([^"]*)"/g)][1]?.[1];
  return `Never decides: rule ${rules.findIndex(({ id }) => id === other) + 1} decides whenever it holds.`;
}

function Sentence({ rule, onOpen }: { rule: Rule; onOpen: (() => void) | null }) {
  const words = <SentenceWords rule={rule} />;
  if (onOpen === null) return <span className={styles.sentence}>{words}</span>;
  return (
    <button
      type="button"
      className={`${styles.sentence} ${styles.opens}`}
      aria-expanded="false"
      onClick={onOpen}
    >
      {words}
    </button>
  );
}

function SentenceWords({ rule: { when } }: { rule: Rule }) {
  if (!isComparison(when)) return <>if {conditionWords(when)}</>;
  const isBand = when.value === 'band' || when.value === 'worst_band';
  const parts = partsOf(when);
  return (
    <>
      if{' '}
      {parts.map(({ text, isChosen }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words in the order of a sentence
        <span key={at}>
          {isBand && text.endsWith(' risk') ? (
            <BandChip band={text.replace(' risk', '').toUpperCase()} />
          ) : (
            <span className={isChosen ? styles.chosen : 'muted'}>{text}</span>
          )}
          {parts[at + 1]?.text === ',' ? '' : ' '}
        </span>
      ))}
    </>
  );
}

interface OpenRuleProps {
  rule: Rule;
  onChange: (rule: Rule) => void;
  onJson: () => void;
  onDone: () => void;
  onRemove: () => void;
  onMove: (by: number) => void;
}

function OpenRule({ rule, onChange, onJson, onDone, onRemove, onMove }: OpenRuleProps) {
  const id = useId();
  const { when } = rule;
  return (
    <div className={styles.form} id={id}>
      <div className={styles.fields}>
        <Choice
          label="Decision"
          value={rule.decision}
          options={[
            ['BLOCK', 'BLOCK'],
            ['REVIEW', 'REVIEW'],
          ]}
          onChange={(decision) => onChange({ ...rule, decision: decision as Rule['decision'] })}
        />
        <span className="muted">if</span>
        {isComparison(when) ? (
          <ComparisonForm comparison={when} onChange={(changed) => onChange({ ...rule, when: changed })} />
        ) : (
          <span>{conditionWords(when)}</span>
        )}
      </div>
      {isComparison(when) ? null : (
        <p className={styles.note}>
          This condition joins several.{' '}
          <Button kind="quiet" onPress={onJson}>
            Edit it as JSON
          </Button>
        </p>
      )}
      <TextField
        label="Sentence"
        help="What a person reads when the rule decides."
        value={rule.sentence}
        maxLength={200}
        onChange={({ target }) => onChange({ ...rule, sentence: target.value })}
      />
      <TextField
        label="Name in answers"
        mono
        value={rule.id}
        onChange={({ target }) => onChange({ ...rule, id: target.value.trim() })}
      />
      <div className={styles.acts}>
        <Button onPress={onDone}>Done</Button>
        <Button kind="quiet" onPress={() => onMove(-1)}>
          Move up
        </Button>
        <Button kind="quiet" onPress={() => onMove(1)}>
          Move down
        </Button>
        <Button kind="quiet" onPress={onRemove}>
          Remove
        </Button>
      </div>
    </div>
  );
}

// One rule beside the list: a new one, or one that is changed, switched or deleted. It shows what it would have told before it
// is switched on.

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Acts, Panel } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { State } from '../../ui/state.tsx';
import { useMay } from '../person.tsx';
import { draftOf, inputOf, isWhole, NEW_RULE, type RuleDraft } from './rule-draft.ts';
import { RuleForm } from './rule-form.tsx';
import { Fault } from './rules.tsx';
import { ToldSince } from './told.tsx';
import styles from './watch.module.css';
import { CHANGES, type Rule, ruleState, ruleWords, STOPPED_WORDS, tellsWords } from './watch-words.ts';

interface NewRuleProps {
  onSaved: (id: string) => void;
  onClose: () => void;
}

export function NewRule({ onSaved, onClose }: NewRuleProps) {
  const [draft, setDraft] = useState<RuleDraft>(NEW_RULE);
  const create = useAct('watch.create_rule', CHANGES);
  const switchOn = useAct('watch.switch_rule', CHANGES);
  const [sent, setSent] = useState<'on' | 'off'>('on');
  const add = (how: 'on' | 'off') => {
    setSent(how);
    create.mutate(inputOf(draft), {
      onSuccess: ({ id }) => {
        if (how === 'off') return onSaved(id);
        // If that fails, the rule is there and off, and its panel says so.
        switchOn.mutate({ rule: id, on: true }, { onSettled: () => onSaved(id) });
      },
    });
  };
  const isBusy = create.isPending || switchOn.isPending;
  const notAllowed = isWhole(draft) ? null : 'mend the sentence first';
  return (
    <Panel title="New rule" onClose={onClose}>
      <RuleForm draft={draft} isNew onChange={setDraft} />
      <ToldSince draft={draft}>
        <ProblemBox error={create.error ?? switchOn.error} />
        <Acts>
          <Button
            kind="primary"
            busy={isBusy && sent === 'on' && 'Adding…'}
            notAllowed={notAllowed}
            onPress={() => add('on')}
          >
            Add and switch on
          </Button>
          <Button
            busy={isBusy && sent === 'off' && 'Adding…'}
            notAllowed={notAllowed}
            onPress={() => add('off')}
          >
            Add, off for now
          </Button>
        </Acts>
      </ToldSince>
    </Panel>
  );
}

interface RulePanelProps {
  id: string;
  onClose: () => void;
}

export function RulePanel({ id, onClose }: RulePanelProps) {
  const { data, error, refetch } = useRead('watch.rules', {});
  const mayChange = useMay('watch.change_rule');
  const rule = data?.data.find((one) => one.id === id);
  if (rule === undefined)
    return (
      <Panel title="Rule" onClose={onClose}>
        <ProblemBox error={error} onRetry={() => void refetch()} />
        {data === undefined ? null : (
          <p className={styles.fact}>This rule was deleted, or is about a book that you may not see.</p>
        )}
      </Panel>
    );
  const { kind, word } = ruleState(rule);
  return (
    <Panel
      title={rule.name}
      facts={
        <>
          <State kind={kind}>{word}</State> · runs in the right of {rule.owner_name} · changed{' '}
          <Instant at={rule.changed_at} />
        </>
      }
      onClose={onClose}
    >
      {rule.alerts === 0 ? null : (
        <p className={styles.fact}>
          <Link
            from="/console/$workspace/watch"
            to="."
            search={{ rule: rule.id, edit: rule.id }}
            resetScroll={false}
          >
            {`${plural(rule.alerts, 'alert')} of it ${rule.alerts === 1 ? 'is' : 'are'} not resolved`}
          </Link>
        </p>
      )}
      {rule.on && rule.stopped !== null ? (
        <Fault>It tells nothing: {STOPPED_WORDS[rule.stopped]}. Save it, and it runs in your right.</Fault>
      ) : null}
      {mayChange ? (
        // What others changed meanwhile begins anew.
        <ChangeRule key={String(rule.changed_at)} rule={rule} onDeleted={onClose} />
      ) : (
        <ReadRule rule={rule} />
      )}
    </Panel>
  );
}

function ReadRule({ rule }: { rule: Rule }) {
  return (
    <>
      <p className={styles.fact}>
        {ruleWords(rule)}; told {tellsWords(rule)}.
      </p>
      <ToldSince draft={draftOf(rule)} />
    </>
  );
}

function ChangeRule({ rule, onDeleted }: { rule: Rule; onDeleted: () => void }) {
  const [saved] = useState(() => draftOf(rule));
  const [draft, setDraft] = useState(saved);
  const [isDeleting, setDeleting] = useState(false);
  const change = useAct('watch.change_rule', CHANGES);
  const switchRule = useAct('watch.switch_rule', CHANGES);
  const isEdited = JSON.stringify(draft) !== JSON.stringify(saved);
  const save = () => {
    const { book = '', providers = [], ...others } = inputOf(draft);
    change.mutate({ rule: rule.id, book, providers, ...others });
  };
  return (
    <>
      <RuleForm draft={draft} onChange={setDraft} />
      <ToldSince draft={draft}>
        <ProblemBox error={change.error ?? switchRule.error} />
        <Acts>
          {isEdited || rule.stopped !== null ? (
            <Button
              kind="primary"
              busy={change.isPending && 'Saving…'}
              notAllowed={isWhole(draft) ? null : 'mend the sentence first'}
              onPress={save}
            >
              Save
            </Button>
          ) : null}
          {isEdited ? null : (
            <Button
              kind={rule.on ? 'secondary' : 'primary'}
              busy={switchRule.isPending && 'Switching…'}
              onPress={() => switchRule.mutate({ rule: rule.id, on: !rule.on })}
            >
              {rule.on ? 'Switch off' : 'Switch on'}
            </Button>
          )}
          <Button onPress={() => setDeleting(true)}>
            <CrossGlyph /> Delete…
          </Button>
        </Acts>
      </ToldSince>
      {isDeleting ? (
        <ActDialog
          act="watch.delete_rule"
          changes={CHANGES}
          isFinal
          title={`Delete the rule ${rule.name}?`}
          lead={`It tells nothing more. ${rule.alerts === 0 ? 'It has no alert that is not resolved' : `Its ${plural(rule.alerts, 'alert')} that ${rule.alerts === 1 ? 'is' : 'are'} not resolved will be`}; all of them stay readable.`}
          submit={
            <>
              <CrossGlyph /> Delete the rule
            </>
          }
          busy="Deleting…"
          inputOf={() => ({ rule: rule.id })}
          onDone={onDeleted}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </>
  );
}

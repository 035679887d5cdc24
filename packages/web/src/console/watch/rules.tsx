// The rules that raise alerts: what each watches, where it tells, and whether it is on.

import { useAct, useRead } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useMay } from '../person.tsx';
import styles from './watch.module.css';
import {
  CHANGES,
  failureWords,
  type Rule,
  ruleState,
  ruleWords,
  STOPPED_WORDS,
  tellsWords,
} from './watch-words.ts';

interface RuleListProps {
  openId: string;
  onOpen: (id: string) => void;
}

export function RuleList({ openId, onOpen }: RuleListProps) {
  const rules = useRead('watch.rules', {});
  const switchRule = useAct('watch.switch_rule', CHANGES);
  const maySwitch = useMay('watch.switch_rule');
  const rows = rules.data?.data;
  return (
    <Section title="Rules">
      <ProblemBox error={rules.error} onRetry={() => void rules.refetch()} />
      <ProblemBox error={switchRule.error} />
      {rules.error !== null && rows === undefined ? null : (
        <div className={styles.wide}>
          <Table
            label="Rules"
            columns={
              maySwitch
                ? [
                    ...COLUMNS,
                    {
                      head: '',
                      isFixed: true,
                      cell: (rule) => (
                        <Button
                          kind="quiet"
                          label={`Switch ${rule.on ? 'off' : 'on'}: ${rule.name}`}
                          busy={switchRule.isPending && switchRule.variables.rule === rule.id && 'Switching…'}
                          onPress={() => switchRule.mutate({ rule: rule.id, on: !rule.on })}
                        >
                          {rule.on ? 'Switch off' : 'Switch on'}
                        </Button>
                      ),
                    },
                  ]
                : COLUMNS
            }
            rows={rows}
            keyOf={({ id }) => id}
            empty="No rule yet. One says what to watch, and by which channels to tell."
            open={{
              isOpen: ({ id }) => id === openId,
              onOpen: ({ id }) => onOpen(id === openId ? '' : id),
              label: ({ name }) => `Show the rule ${name}`,
            }}
          />
        </div>
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<Rule>[] = [
  { head: 'Rule', text: ({ name }) => name },
  { head: 'Tells', isMinor: 'plain', cell: (rule) => <Words rule={rule} /> },
  { head: 'State', isFixed: true, state: ruleState },
];

function Words({ rule }: { rule: Rule }) {
  const failure = failureWords(rule);
  return (
    <>
      {ruleWords(rule)}; {tellsWords(rule)}
      {rule.on && rule.stopped !== null ? (
        <Fault>It tells nothing: {STOPPED_WORDS[rule.stopped]}. Whoever saves it takes it over.</Fault>
      ) : failure === null ? null : (
        <Fault>{failure}</Fault>
      )}
    </>
  );
}

export function Fault({ children }: { children: React.ReactNode }) {
  return (
    <span className={styles.fault}>
      <CrossGlyph />
      <span>{children}</span>
    </span>
  );
}

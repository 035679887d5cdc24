// One policy: its rules with what they decide today, the test on history, its settings, and the log of its decisions.

import type { Policy } from '@rf-indicators/engine';
import { Link, useBlocker } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { Button } from '../../ui/button.tsx';
import type { PageSearch } from '../../ui/filters.tsx';
import { count, date, plural } from '../../ui/format.ts';
import { Split } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useMay, WhoMay } from '../person.tsx';
import { Activation } from './activation.tsx';
import { AsJson } from './as-json.tsx';
import { Compare } from './compare.tsx';
import { ReviewPattern } from './decision.tsx';
import { DecisionLog, type PolicySearch } from './decision-log.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import { Existing } from './existing.tsx';
import { FrameworkTest } from './framework-test.tsx';
import { HistoryTest } from './history-test.tsx';
import styles from './policies.module.css';
import {
  isOpen,
  type PolicyTest,
  policyTitle,
  type ReadPolicy,
  STATE_WORDS,
  type Version,
} from './policy.ts';
import { Rules } from './rules.tsx';
import { Settings } from './settings.tsx';
import { TitleActs } from './title-acts.tsx';
import { Today } from './today.tsx';
import { TryOne } from './try-one.tsx';
import { type Draft, useDraft } from './use-draft.ts';

interface PolicyPageProps {
  name: string;
  searching: PageSearch<PolicySearch>;
  /** How many policies there are. */
  others: number;
  /** Begins another one. */
  add: ReactNode;
}

export function PolicyPage({ name, searching, others, add }: PolicyPageProps) {
  const { version } = searching.search;
  const read = useRead('policies.read', version === null ? { name } : { name, version });
  if (read.data === undefined)
    return (
      <>
        <Title title={policyTitle(name)} note="" />
        <ProblemBox error={read.error} onRetry={() => void read.refetch()} />
        {read.error === null ? <div className={styles.waits} aria-busy="true" /> : null}
      </>
    );
  const { shown } = read.data;
  // Another document has an editor of its own; the same one keeps what is edited while it is read again.
  return <Shown key={shown.version} read={read.data} searching={searching} others={others} add={add} />;
}

function Shown({ read, searching, others, add }: Omit<PolicyPageProps, 'name'> & { read: ReadPolicy }) {
  const { shown, versions } = read;
  const { name } = shown;
  const { search, set } = searching;
  const draft = useDraft(shown.document as unknown as Policy);
  const save = useAct('policies.save', ['policies']);
  const open = versions.find(isOpen);
  const mayEdit = useMay('policies.save') && (open === undefined || open.version === shown.version);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      draft.isEdited && current.pathname !== next.pathname && !confirm(LEAVE),
    enableBeforeUnload: draft.isEdited,
  });
  const send = () => {
    const input = { document: { ...draft.document }, ...(open === undefined ? {} : { seen: open.digest }) };
    save.mutate(input, {
      onSuccess: () => {
        draft.reset();
        set({ version: null });
      },
    });
  };
  const fault = draft.problems.length === 0 ? null : `${plural(draft.problems.length, 'problem')} first`;
  const panel =
    search.view === 'decisions' && search.decision !== '' ? (
      <DecisionPanel
        key={search.decision}
        id={search.decision}
        name={name}
        onClose={() => set({ decision: '' })}
      />
    ) : null;
  return (
    <Split
      panel={panel}
      list={
        <>
          <Title
            title={policyTitle(name)}
            note={<Standing shown={shown} versions={versions} isEdited={draft.isEdited} />}
            act={
              <TitleActs
                shown={shown}
                isEdited={draft.isEdited}
                fault={fault}
                busy={save.isPending}
                onSave={send}
                onCancel={() => {
                  draft.reset();
                  save.reset();
                }}
                onDiscarded={() => set({ version: null })}
              />
            }
          />
          <WhoMay act="policies.save" doing="write and activate policies" />
          <ProblemBox error={save.error} />
          <div className={styles.head}>
            <Views view={search.view} />
            <span className={styles.ways}>
              {others > 1 ? (
                <Button
                  kind="quiet"
                  onPress={() => set({ policy: '', version: null, list: true }, { isStep: true })}
                >
                  {`All ${count(others)} policies`}
                </Button>
              ) : null}
              {add}
            </span>
          </div>
          {search.view === 'rules' ? (
            <RulesView read={read} draft={draft} canEdit={mayEdit} searching={searching} />
          ) : search.view === 'settings' ? (
            <SettingsView
              draft={draft}
              canEdit={mayEdit}
              name={name}
              onJson={() => {
                draft.showText(true);
                set({ view: 'rules' });
              }}
            />
          ) : (
            <DecisionLog name={name} searching={searching} />
          )}
        </>
      }
    />
  );
}

const LEAVE = 'Leave without saving what you changed in the policy?';

/** "version 3, draft · version 2 decides since 28 Oct 2026". */
function Standing({
  shown,
  versions,
  isEdited,
}: {
  shown: Version;
  versions: readonly Version[];
  isEdited: boolean;
}) {
  const active = versions.find(({ state }) => state === 'active');
  const state = `version ${shown.version}, ${STATE_WORDS[shown.state]}${shown.shadow ? ' in the shadow' : ''}`;
  if (isEdited) return <>{state}, with changes that are not saved</>;
  if (active === undefined) return <>{state} · no version decides</>;
  const since = date(active.activated_at!);
  if (active.version === shown.version) return <>{`version ${shown.version} decides since ${since}`}</>;
  return (
    <>
      {state} · version {active.version} decides since {since}
    </>
  );
}

const VIEWS = { rules: 'Rules', settings: 'Settings', decisions: 'Decisions' } as const;

function Views({ view }: { view: PolicySearch['view'] }) {
  return (
    <nav className={`tabs ${styles.views}`} aria-label="Views">
      {Object.entries(VIEWS).map(([one, words]) => (
        <Link
          key={one}
          className="tab"
          from="/console/$workspace/policies"
          to="."
          search={(before: Record<string, unknown>) => {
            const { view: _, decision: __, ...rest } = before;
            return one === 'rules' ? rest : { ...rest, view: one };
          }}
          aria-current={one === view ? 'page' : undefined}
          data-selected={one === view ? '' : undefined}
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}

interface ViewProps {
  read: ReadPolicy;
  draft: Draft;
  canEdit: boolean;
  searching: PageSearch<PolicySearch>;
}

function RulesView({ read, draft, canEdit, searching }: ViewProps) {
  const { shown, versions } = read;
  const { search, set } = searching;
  const { name, version } = shown;
  const since = search.since === '' ? {} : { since: search.since };
  const test = useRead('policies.test', { name, version, ...since });
  const tested = useLast(test.data, test.error);
  const [isCompared, setCompared] = useState(false);
  const active = versions.find(({ state }) => state === 'active');
  const other = active !== undefined && active.version !== version ? active.version : null;
  const saved = shown.document as unknown as Policy;
  // What was tested is what was saved.
  const isAsTested = (rule: object) =>
    saved.rules.some((one) => JSON.stringify(one) === JSON.stringify(rule));
  const all = tested?.providers.length ?? 0;
  const ofAll = (number: number | undefined) =>
    number === undefined ? '' : number === 0 ? '0' : `${count(number)} of ${count(all)}`;
  return (
    <div className={styles.columns}>
      <ReviewPattern />
      <div>
        <Section
          title="The strictest rule decides"
          aside={
            <>
              <Button
                kind="quiet"
                notAllowed={
                  draft.text !== null && draft.problems.length > 0 ? 'mend the problems first' : null
                }
                onPress={() => draft.showText(draft.text === null)}
              >
                {draft.text === null ? 'As JSON' : 'As rules'}
              </Button>
              {other === null ? null : (
                <Button kind="quiet" onPress={() => setCompared(!isCompared)}>
                  {isCompared ? 'Hide the comparison' : `Compare with version ${other}`}
                </Button>
              )}
            </>
          }
        >
          {isCompared && other !== null ? (
            <Compare name={name} version={other} document={draft.document} />
          ) : null}
          {draft.text === null ? (
            <>
              <p className={styles.heads} aria-hidden="true">
                <span>Rule</span>
                <span>Holds today</span>
              </p>
              <Rules
                label="Rules"
                rules={draft.document.rules}
                pointer="/rules"
                problems={draft.problems}
                findings={draft.findings}
                holds={(rule) =>
                  isAsTested(rule)
                    ? ofAll(tested?.rules.find(({ id }) => id === rule.id)?.holds_today)
                    : 'not saved'
                }
                otherwise={
                  draft.isEdited
                    ? ''
                    : ofAll(tested?.providers.filter(({ today }) => today.decision === 'ALLOW').length)
                }
                onChange={canEdit ? draft.changeRules : null}
                onJson={() => draft.showText(true)}
              />
            </>
          ) : (
            <AsJson
              text={draft.text}
              problems={draft.problems}
              isReadOnly={!canEdit}
              onChange={draft.write}
            />
          )}
        </Section>
        {test.error === null ? <Today test={tested} /> : null}
        <Activation shown={shown} active={active} />
        <Versions versions={versions} shown={version} onShow={(one) => set({ version: one })} />
      </div>
      <div>
        <HistoryTest
          test={tested}
          error={test.error}
          since={search.since}
          onSince={(day) => set({ since: day })}
          onRetry={() => void test.refetch()}
          note={
            draft.isEdited
              ? `Save to test what you changed: this is version ${version} as it was saved.`
              : tested?.book
                ? 'On every day, with the providers that are in the book today.'
                : null
          }
        />
        <FrameworkTest
          name={name}
          version={version}
          frameworks={draft.document.frameworks}
          onAccept={
            canEdit
              ? (framework) =>
                  draft.change({
                    ...draft.document,
                    frameworks: [...draft.document.frameworks, framework],
                  })
              : null
          }
        />
        {tested === undefined ? null : <TryOne test={tested} />}
      </div>
    </div>
  );
}

/** While other days are tested, the last test stays in view, with the field in which they were chosen. */
function useLast(test: PolicyTest | undefined, error: Error | null): PolicyTest | undefined {
  const last = useRef<PolicyTest>(undefined);
  if (test !== undefined) last.current = test;
  return error === null ? last.current : test;
}

interface VersionsProps {
  versions: readonly Version[];
  shown: number;
  onShow: (version: number) => void;
}

function Versions({ versions, shown, onShow }: VersionsProps) {
  if (versions.length < 2) return null;
  return (
    <Section title="Versions">
      <div className={styles.versions}>
        <Table
          label="Versions"
          columns={VERSION_COLUMNS}
          rows={versions}
          keyOf={({ version }) => String(version)}
          empty=""
          isSmall
          open={{
            isOpen: ({ version }) => version === shown,
            onOpen: ({ version }) => onShow(version),
            label: ({ version }) => `Show version ${version}`,
          }}
        />
      </div>
    </Section>
  );
}

const VERSION_COLUMNS: readonly Column<Version>[] = [
  { head: 'Version', isFixed: true, text: ({ version }) => version },
  { head: 'State', text: ({ state }) => STATE_WORDS[state] },
  { head: 'Saved by', isExtra: true, text: ({ saved_by_name }) => saved_by_name },
  { head: 'Saved', isFixed: true, text: ({ saved_at }) => date(saved_at) },
];

interface SettingsViewProps {
  draft: Draft;
  canEdit: boolean;
  name: string;
  onJson: () => void;
}

function SettingsView({ draft, canEdit, name, onJson }: SettingsViewProps) {
  const { document, problems, findings } = draft;
  const onChange = canEdit ? draft.change : null;
  return (
    <>
      <p className={styles.called}>
        Programs call it <code>{name}</code>.
      </p>
      <Settings document={document} problems={problems} onChange={onChange} />
      <Existing
        {...{ document, problems, findings, onChange, onJson }}
        onRules={canEdit ? draft.changeExisting : null}
      />
    </>
  );
}

// The terms of a workspace: which are accepted, what is missing, and who accepted which text.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useList, useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { Button } from '../../ui/button.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Instant } from '../../ui/instant.tsx';
import { List } from '../../ui/list.tsx';
import { Acts } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import type { Column } from '../../ui/table.tsx';
import { IfMay, useWhoMay } from '../person.tsx';
import { AcceptTerms, TERMS_NAMES, TERMS_NEEDED, type TermsKind } from './accept-terms.tsx';
import styles from './terms.module.css';

type CurrentTerms = AnswerOf<'workspaces.show'>['terms'][number];

export function Terms() {
  const workspace = useRead('workspaces.show', {});
  const acceptances = useList('terms.list', {});
  const [accepting, setAccepting] = useState<TermsKind | null>(null);
  const terms = workspace.data?.terms;
  const missing = terms?.filter(({ accepted_at }) => accepted_at === null).length;
  return (
    <>
      <Title
        title="Terms"
        note={missing === undefined ? '' : missing === 0 ? 'all accepted' : `${missing} not accepted`}
      />
      <ProblemBox error={workspace.error} onRetry={() => void workspace.refetch()} />
      <div className={styles.kinds} aria-busy={workspace.isPending}>
        {terms?.map((current) => (
          <OneKind key={current.kind} current={current} onAccept={() => setAccepting(current.kind)} />
        ))}
      </div>
      <Section title="Acceptances">
        <List
          label="Acceptances"
          pages={acceptances}
          columns={COLUMNS}
          keyOf={({ kind, digest }) => `${kind} ${digest}`}
          empty="Nobody has accepted terms for this workspace yet."
        />
      </Section>
      {accepting === null ? null : <AcceptTerms kind={accepting} onClose={() => setAccepting(null)} />}
    </>
  );
}

function OneKind({ current, onAccept }: { current: CurrentTerms; onAccept: () => void }) {
  const { kind, version, digest, accepted_at, accepted_by_name } = current;
  const whoAccepts = useWhoMay('terms.accept', 'accept them');
  const name = TERMS_NAMES[kind];
  return (
    <Section title={name}>
      <Facts
        facts={{
          State:
            accepted_at === null ? (
              <State kind="waiting">not accepted</State>
            ) : (
              <State kind="good">accepted</State>
            ),
          ...(accepted_at === null
            ? {}
            : {
                'Accepted by': (
                  <>
                    {accepted_by_name}, <Instant at={accepted_at} />
                  </>
                ),
              }),
          Version: version,
          Digest: <Digest digest={digest} />,
          Text: <a href={`/terms/${kind}`}>{`Read the ${name}`}</a>,
        }}
      />
      {accepted_at === null ? (
        <>
          <p className={styles.needed}>
            {TERMS_NEEDED[kind]} {whoAccepts}
          </p>
          <IfMay act="terms.accept">
            <Acts>
              <Button onPress={onAccept}>{`Read and accept the ${name}…`}</Button>
            </Acts>
          </IfMay>
        </>
      ) : null}
    </Section>
  );
}

const COLUMNS: Column<AnswerOf<'terms.list'>['data'][number]>[] = [
  { head: 'Terms', isFixed: true, cell: ({ kind, version }) => `${TERMS_NAMES[kind]} ${version}` },
  { head: 'Accepted by', isMinor: true, cell: ({ accepted_by_name }) => accepted_by_name },
  {
    head: 'Typed name',
    isMinor: true,
    isExtra: true,
    cell: ({ typed_name }) => typed_name ?? <span className="muted">not asked for</span>,
  },
  { head: 'Date', isFixed: true, isMinor: true, instant: ({ accepted_at }) => accepted_at },
  { head: 'From', isMinor: true, cell: ({ accepted_from }) => accepted_from },
  { head: 'Digest', isFixed: true, isMinor: true, cell: ({ digest }) => <Digest digest={digest} /> },
  {
    head: 'State',
    isFixed: true,
    cell: ({ current }) =>
      current ? <State kind="good">current</State> : <State kind="off">older text</State>,
  },
];

const SHOWN = 12;

/** The digest of a text: its first characters, the whole on hover, and copied with one press. */
function Digest({ digest }: { digest: string }) {
  return (
    <span className={styles.digest}>
      <span className="mono" title={`SHA-256 ${digest}`}>
        {digest.slice(0, SHOWN)}…
      </span>
      <Copy text={digest} what="the digest" />
    </span>
  );
}

// Beside the file: facts about the provider, and what can be done about it.

import { IDENTIFIER_NAMES } from '@rf-indicators/contract/identifier-kinds';
import { type ReactNode, useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { typeName } from '../../charts/type-names.ts';
import { yieldAYear } from '../../charts/yields.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { plural, utcDate } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { inputName } from '../input-names.ts';
import { whoMayNameSpecimens, whoMayOperate, whoMayRecord } from '../providers/who-may.ts';
import { useOpenRequests, Waiting, wordsOf } from '../registers/requested.tsx';
import { useStaff } from '../staff.ts';
import type { ProviderFile } from './file.ts';
import { Peers } from './peers.tsx';
import styles from './provider.module.css';
import { Reinstate, Retire, Withdraw } from './provider-acts.tsx';
import { ChangeSlug, Describe, Rename } from './provider-naming.tsx';
import { EndSpecimen, NameSpecimen } from './provider-specimen.tsx';

type Act = 'withdraw' | 'reinstate' | 'rename' | 'slug' | 'describe' | 'retire' | 'specimen' | 'no-specimen';

export function ProviderSide({ file }: { file: ProviderFile }) {
  const [act, setAct] = useState<Act | null>(null);
  const person = useStaff();
  const operate = whoMayOperate(person);
  const record = file.provider.retired_at === null ? whoMayRecord(person) : 'It is retired.';
  const requests = useOpenRequests().filter(({ subject }) => subject === `provider/${file.provider.id}`);
  const { data: specimens, isPending } = useRead('specimens.list', {});
  const isSpecimen = specimens?.data.some((one) => one.provider_id === file.provider.id);
  const close = () => setAct(null);
  const dialogs: Readonly<Record<Act, ReactNode>> = {
    withdraw: <Withdraw file={file} onClose={close} />,
    reinstate: <Reinstate file={file} onClose={close} />,
    rename: <Rename file={file} onClose={close} />,
    slug: <ChangeSlug file={file} onClose={close} />,
    describe: <Describe file={file} onClose={close} />,
    retire: <Retire file={file} onClose={close} />,
    specimen: <NameSpecimen file={file} onClose={close} />,
    'no-specimen': <EndSpecimen file={file} onClose={close} />,
  };
  const isWaiting =
    file.withdrawal_requests.length > 0 ? 'A withdrawal is before the committee already.' : null;
  return (
    <aside className={styles.side} aria-label="About the provider">
      <Section title="About it">
        <Facts facts={factsOf(file)} />
      </Section>
      <Section title="Acts">
        <div className={styles.acts}>
          {requests.map((request) => (
            <Waiting key={request.id} request={request} words={wordsOf(request)} />
          ))}
          {file.published === null ? null : (
            <Acts notAllowed={isWaiting} acts={{ 'Withdraw…': () => setAct('withdraw') }} />
          )}
          {file.withdrawn === null || file.published !== null ? null : (
            <Acts notAllowed={operate} acts={{ 'Reinstate…': () => setAct('reinstate') }} />
          )}
          <Acts
            notAllowed={record}
            acts={{
              'Rename…': () => setAct('rename'),
              'Change slug…': () => setAct('slug'),
              'Describe…': () => setAct('describe'),
              'Retire…': () => setAct('retire'),
            }}
          />
          <p className="plain muted">
            To correct a value, use Correct in its row of the sheet or of the timeline.
          </p>
          {/* Last, because it comes when the list of specimens is read. */}
          {isSpecimen === undefined || (file.published === null && !isSpecimen) ? null : (
            <Acts
              notAllowed={whoMayNameSpecimens(person)}
              acts={
                isSpecimen
                  ? { 'End as a specimen…': () => setAct('no-specimen') }
                  : { 'Name as a specimen…': () => setAct('specimen') }
              }
            />
          )}
        </div>
      </Section>
      {/* Below what it would move, and once that stays where it is. */}
      {isPending ? null : (
        <Peers key={file.provider.id} provider={file.provider.id} own={file.provider.slug} />
      )}
      {act === null ? null : dialogs[act]}
    </aside>
  );
}

interface ActsProps {
  acts: Readonly<Record<string, () => void>>;
  notAllowed: string | null;
}

/** Acts that the same people may do: why others may not is said once. */
function Acts({ acts, notAllowed }: ActsProps) {
  return (
    <div className={styles.act}>
      {Object.entries(acts).map(([words, onPress]) => (
        <Button key={words} notAllowed={notAllowed} onPress={onPress}>
          {words}
        </Button>
      ))}
      {notAllowed === null ? null : <span className="muted">{notAllowed}</span>}
    </div>
  );
}

function factsOf({ provider, framework_version }: ProviderFile): Record<string, ReactNode> {
  const { planner_type, yield_min, yield_max, payout_currency, next_due, assignees, aliases, identifiers } =
    provider;
  return {
    Type: planner_type === null ? 'no evidence' : typeName(planner_type),
    Kind: provider.provider_subtype,
    Yield: yieldAYear(yield_min, yield_max),
    Pays: payout_currency ?? 'no evidence',
    'Next due':
      next_due === null ? 'nothing' : `${inputName(next_due.input)}, ${utcDate(next_due.loses_from)} (UTC)`,
    Open: plural(provider.open_proposals, 'proposal'),
    Assignee: assignees.length === 0 ? 'nobody' : assignees.join(', '),
    Framework: framework_version ?? 'none in effect',
    Slug: <span className="mono">{provider.slug}</span>,
    ...(provider.website === null
      ? {}
      : {
          Website: (
            <a href={provider.website} target="_blank" rel="noreferrer">
              {provider.website.replace(/^https:\/\//, '')}
            </a>
          ),
        }),
    ...(aliases.length === 0 ? {} : { 'Other names': aliases.join(', ') }),
    ...(identifiers.length === 0
      ? {}
      : {
          Identifiers: identifiers.map(({ kind, value, source }) => (
            <div key={`${kind} ${value}`}>
              {IDENTIFIER_NAMES[kind]}{' '}
              <a className="mono" href={source} target="_blank" rel="noreferrer">
                {value}
              </a>
            </div>
          )),
        }),
  };
}

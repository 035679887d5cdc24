// Who proposed a version, who has to agree, what decides until then, and when activation takes two people.

import { type ReactNode, useState } from 'react';
import { useAct, useRead } from '../../api/acts.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { TickGlyph, WaitingGlyph } from '../../ui/glyphs.tsx';
import { Instant } from '../../ui/instant.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { IfMay, usePerson } from '../person.tsx';
import styles from './policies.module.css';
import { isOpen, type ReadPolicy, type Version } from './policy.ts';
import { RefuseDialog } from './refuse.tsx';

interface ActivationProps {
  shown: ReadPolicy['shown'];
  active: Version | undefined;
}

export function Activation({ shown, active }: ActivationProps) {
  const { second_person, refused_reason } = shown;
  return (
    <Section title="Activation">
      <ul className={styles.people}>
        <Step isDone who={nameOf(useMe(), shown.saved_by, shown.saved_by_name)}>
          saved version {shown.version}, <Instant at={shown.saved_at} />
        </Step>
        <Activated shown={shown} />
        {second_person === null ? null : <SecondPerson shown={shown} />}
      </ul>
      {refused_reason === null ? null : (
        <p className={styles.remark}>Its activation was refused: “{refused_reason}”</p>
      )}
      {isOpen(shown) ? (
        <>
          <p className={styles.remark}>
            {active === undefined
              ? 'No version decides until then: calls that name the policy are refused.'
              : `Version ${active.version} decides until then. The API answers with the version that decided.`}
          </p>
          <Shadow shown={shown} />
        </>
      ) : null}
      {shown.state === 'active' ? <Stop version={shown} /> : null}
      <FourEyes />
    </Section>
  );
}

/** The id of the member who acts. */
export function useMe(): string {
  return usePerson().acting_as.replace('members/', '');
}

export function nameOf(me: string, id: string | null, name: string | null): string {
  return id === me ? `${name}, you` : (name ?? 'somebody');
}

function Step({ isDone = false, who, children }: { isDone?: boolean; who: string; children: ReactNode }) {
  return (
    <li>
      {isDone ? <TickGlyph /> : <WaitingGlyph />}
      <span className={styles.who}>{who}</span>
      <span className="muted">{children}</span>
    </li>
  );
}

function Activated({ shown }: { shown: ReadPolicy['shown'] }) {
  const me = useMe();
  const { asked_at, asked_by, asked_by_name, activated_at, activated_by, activated_by_name } = shown;
  return (
    <>
      {asked_at === null ? null : (
        <Step isDone who={nameOf(me, asked_by, asked_by_name)}>
          {activated_at !== null && activated_by === null ? 'activated it' : 'asked for activation'},{' '}
          <Instant at={asked_at} />
        </Step>
      )}
      {activated_at === null || activated_by === null ? null : (
        <Step isDone who={nameOf(me, activated_by, activated_by_name)}>
          agreed, <Instant at={activated_at} />
        </Step>
      )}
    </>
  );
}

/** Who can agree, and why somebody has to. */
function SecondPerson({ shown }: { shown: ReadPolicy['shown'] }) {
  const members = useRead('members.list', { limit: 1000 });
  const others = members.data?.data.filter(
    ({ id, role }) =>
      ['contract_admin', 'risk_officer'].includes(role) && id !== shown.saved_by && id !== shown.asked_by,
  );
  const names = others?.map(({ name }) => name) ?? [];
  return (
    <Step who="A second person">
      {shown.second_person === 'exceptions'
        ? 'because it has exceptions that the active version does not have: '
        : 'because every activation takes two people: '}
      {others !== undefined && names.length === 0
        ? 'no other Contract Admin or risk officer is there yet'
        : listed(names)}
    </Step>
  );
}

const MOST_NAMES = 5;

function listed(names: readonly string[]): string {
  if (names.length <= 1) return names.join('');
  if (names.length > MOST_NAMES)
    return `${names.slice(0, MOST_NAMES).join(', ')} or ${names.length - MOST_NAMES} others`;
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function Shadow({ shown: { name, shadow } }: { shown: ReadPolicy['shown'] }) {
  const set = useAct('policies.shadow', ['policies']);
  return (
    <>
      <p className={styles.remark}>
        {shadow
          ? 'It is decided in the shadow: with each call, beside the active version, and never returned. The log has what it would have decided otherwise.'
          : 'In the shadow, a draft is decided with each call, and never returned: the log then has what it would have decided otherwise.'}
      </p>
      <ProblemBox error={set.error} />
      <IfMay act="policies.shadow">
        <Button
          busy={set.isPending && 'Changing…'}
          onPress={() => set.mutate(shadow ? { name, off: true } : { name })}
        >
          {shadow ? 'End the shadow' : 'Decide in the shadow'}
        </Button>
      </IfMay>
    </>
  );
}

function Stop({ version: { name, version, stop_asked_by, stop_asked_by_name } }: { version: Version }) {
  const me = useMe();
  const [asking, setAsking] = useState<'stop' | 'refuse' | null>(null);
  const isOwn = stop_asked_by === me;
  return (
    <>
      {stop_asked_by === null ? null : (
        <p className={styles.remark}>
          {nameOf(me, stop_asked_by, stop_asked_by_name)} asked to stop it, which takes a second person.
        </p>
      )}
      <IfMay act="policies.stop">
        <div className={styles.acts}>
          <Button
            kind="quiet"
            notAllowed={isOwn ? 'another person must confirm the stop that you asked for' : null}
            onPress={() => setAsking('stop')}
          >
            {stop_asked_by === null ? `Stop version ${version}…` : `Confirm the stop of version ${version}…`}
          </Button>
          {stop_asked_by === null ? null : (
            <Button kind="quiet" onPress={() => setAsking('refuse')}>
              {isOwn ? 'Take the request back…' : 'Refuse the stop…'}
            </Button>
          )}
        </div>
      </IfMay>
      {asking === 'stop' ? (
        <ActDialog
          act="policies.stop"
          changes={['policies']}
          title={`Stop version ${version}?`}
          lead="Calls that name this policy are refused from then on: programs that ask must not take that as an allowance."
          submit="Stop it"
          busy="Stopping…"
          isFinal
          inputOf={() => ({ name })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === 'refuse' ? (
        <RefuseDialog name={name} what="the stop" onClose={() => setAsking(null)} />
      ) : null}
    </>
  );
}

const WORDS = {
  always: 'Every activation takes two people.',
  for_exceptions: 'One person can activate; new exceptions take two.',
} as const;

function FourEyes() {
  const me = useMe();
  const settings = useRead('policies.settings', {});
  const [isAsking, setAsking] = useState(false);
  const { data } = settings;
  if (data === undefined) return <ProblemBox error={settings.error} />;
  const { second_person: now, ending_asked_by, ending_asked_by_name } = data;
  const next = now === 'always' ? 'for_exceptions' : 'always';
  return (
    <>
      <p className={styles.remark}>
        {WORDS[now]}
        {ending_asked_by === null
          ? ''
          : ` ${nameOf(me, ending_asked_by, ending_asked_by_name)} asked that one person is enough again.`}
      </p>
      <IfMay act="policies.change_settings">
        <Button
          kind="quiet"
          notAllowed={ending_asked_by === me ? 'another person must confirm what you asked for' : null}
          onPress={() => setAsking(true)}
        >
          {next === 'always'
            ? 'Always take two people…'
            : ending_asked_by === null
              ? 'Let one person activate again…'
              : 'Confirm that one person is enough…'}
        </Button>
      </IfMay>
      {isAsking ? (
        <ActDialog
          act="policies.change_settings"
          changes={['policies']}
          title={next === 'always' ? 'Always take two people?' : 'Let one person activate again?'}
          lead={
            next === 'always'
              ? 'Another Contract Admin or risk officer than the one who saved and asked then agrees to each activation, and to each stop. To undo this takes two people.'
              : 'This takes two people: one asks, and another one confirms it here. New exceptions still take two.'
          }
          submit={next === 'always' ? 'Always take two' : ending_asked_by === null ? 'Ask for it' : 'Confirm'}
          busy="Changing…"
          inputOf={() => ({ second_person: next })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

// One member of the staff: roles, invitation, how they sign in, tokens, and what waits for a second person.

import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { plural, roleName } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Acts, Panel } from '../../../ui/panel.tsx';
import { Section } from '../../../ui/section.tsx';
import { notAllowedUnless } from '../../allowed.ts';
import { staffId, useStaff } from '../../staff.ts';
import styles from '../registers.module.css';
import { useOpenRequests, Waiting, wordsOf } from '../requested.tsx';
import { useWaitingSignIns, WaitingSignIn } from '../waiting-sign-in.tsx';
import { activeTokens, MANAGERS, type StaffMember, stateOf } from './person.ts';
import { type Asked, PersonDialog } from './person-dialog.tsx';

export function PersonPanel({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { id, name, roles, created_at, retired_at, sign_in, invitation } = member;
  const person = useStaff();
  const [asking, setAsking] = useState<Asked | null>(null);
  const requests = useOpenRequests().filter(({ subject }) => subject === `staff/${id}`);
  const signIns = useWaitingSignIns(person).filter((one) => one.workspace === null && one.name === name);
  const notAllowed = notAllowedUnless(person, MANAGERS);
  const notUnlink = notAllowedUnless(person, ['operator', 'reviewer', 'chief_risk_officer']);
  const notConfirm =
    notUnlink ??
    (invitation?.invited_by === staffId(person) ? 'you invited them, so somebody else confirms' : null);
  const tokens = activeTokens(member);
  const isOwn = id === staffId(person);
  return (
    <Panel
      title={name}
      facts={
        <>
          {`${stateOf(member).word} · since `}
          <Instant at={created_at} />
          {retired_at === null ? null : (
            <>
              {' · retired '}
              <Instant at={retired_at} />
            </>
          )}
        </>
      }
      onClose={onClose}
    >
      {requests.map((request) => (
        <Waiting key={request.id} request={request} words={wordsOf(request)} />
      ))}
      {notAllowed === null || retired_at !== null ? null : (
        <p className="plain muted">{`To change the staff, ${notAllowed}.`}</p>
      )}
      <Section title="Roles">
        <p className="plain">
          {roles.map(roleName).join(', ') || 'None'}
          {member.able ? ' · can act as second person' : ''}
        </p>
        {retired_at === null ? (
          <Acts>
            <Button notAllowed={notAllowed} onPress={() => setAsking({ what: 'roles' })}>
              Change the roles…
            </Button>
          </Acts>
        ) : null}
      </Section>
      {invitation === null ? null : (
        <Section title={invitation.claimed_at === null ? 'Invited' : 'Claimed: confirm the person'}>
          <Facts
            facts={{
              Invited: <Instant at={invitation.invited_at} />,
              ...(invitation.claimed_at === null
                ? { 'Code ends': <Instant at={invitation.expires_at} /> }
                : { Claimed: <Instant at={invitation.claimed_at} /> }),
            }}
          />
          <Acts>
            {invitation.claimed_at === null ? null : (
              <Button notAllowed={notConfirm} onPress={() => setAsking({ what: 'confirm' })}>
                {`Confirm ${name}…`}
              </Button>
            )}
            <Button notAllowed={notAllowed} onPress={() => setAsking({ what: 'withdraw' })}>
              Withdraw the invitation…
            </Button>
          </Acts>
          {invitation.claimed_at === null || notConfirm === null ? null : (
            <p className="plain muted">{`You cannot confirm: ${notConfirm}.`}</p>
          )}
        </Section>
      )}
      {signIns.map((signIn) => (
        <WaitingSignIn key={signIn.id} signIn={signIn} person={person} />
      ))}
      {retired_at === null ? (
        <Section title={sign_in === null ? 'Does not sign in' : 'Signs in'}>
          {sign_in === null ? (
            <p className="plain">{`${name} uses tokens only.`}</p>
          ) : (
            <Facts
              facts={{
                Since: <Instant at={sign_in.since} />,
                'Last used':
                  sign_in.last_used_at === null ? 'not yet' : <Instant at={sign_in.last_used_at} />,
                ...(sign_in.has_provider ? { 'OIDC provider': 'linked' } : {}),
              }}
            />
          )}
          <Acts>
            <Button notAllowed={notAllowed} onPress={() => setAsking({ what: 'sign-in' })}>
              {sign_in === null ? 'Invite to sign in…' : 'Invite to sign in again…'}
            </Button>
            <Button notAllowed={notAllowed} onPress={() => setAsking({ what: 'again' })}>
              New invitation code…
            </Button>
            {sign_in?.has_provider === true ? (
              <Button notAllowed={notUnlink} onPress={() => setAsking({ what: 'unlink' })}>
                Remove the link to the OIDC provider…
              </Button>
            ) : null}
          </Acts>
        </Section>
      ) : null}
      <Section title={tokens.length === 0 ? 'No token' : plural(tokens.length, 'token')}>
        <ul className={styles.lines}>
          {tokens.map(({ prefix, created_at: at, confirmed_at }) => (
            <li key={prefix}>
              <span>
                <span className="mono">{prefix}</span> · <Instant at={at} />
                {confirmed_at === null ? ' · not confirmed' : ''}
              </span>
              <Button
                kind="quiet"
                label={`Revoke the token ${prefix}…`}
                onPress={() => setAsking({ what: 'token', prefix, isOwn })}
              >
                Revoke…
              </Button>
            </li>
          ))}
        </ul>
      </Section>
      <Section title={retired_at === null ? 'Retire' : 'Erase the name'}>
        <p className="plain">
          {retired_at === null
            ? `Ends everything that ${name} can do here. Their work stays on record. It takes two people.`
            : 'Records of what they did keep their id. It takes two people, and cannot be undone.'}
        </p>
        <Acts>
          <Button
            notAllowed={retired_at === null ? notAllowed : notAllowedUnless(person, ['operator'])}
            onPress={() => setAsking({ what: retired_at === null ? 'retire' : 'erase' })}
          >
            {retired_at === null ? `Retire ${name}…` : 'Erase the name…'}
          </Button>
        </Acts>
      </Section>
      {asking === null ? null : (
        <PersonDialog asked={asking} member={member} onClose={() => setAsking(null)} />
      )}
    </Panel>
  );
}

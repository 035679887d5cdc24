// One member: how they sign in, what waits, their tokens, and what can be done.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { CodeTabs } from '../../ui/code.tsx';
import { Facts } from '../../ui/facts.tsx';
import { plural, roleName } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Acts, Panel } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { SecretDialog } from '../../ui/secret.tsx';
import { Section } from '../../ui/section.tsx';
import { IfMay, usePerson } from '../person.tsx';
import { activeTokens, type Member } from './member.tsx';
import { ConfirmMember, InviteAgain, RemoveMember, RevokeToken } from './member-acts.tsx';
import styles from './members.module.css';

export function MemberPanel({ member, onClose }: { member: Member; onClose: () => void }) {
  const { name, role, created_at, removed_at } = member;
  const person = usePerson();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <Panel
      title={name}
      facts={
        <>
          {roleName(role)} · since <Instant at={created_at} />
          {removed_at === null ? null : (
            <>
              {' '}
              · removed <Instant at={removed_at} />
            </>
          )}
        </>
      }
      onClose={onClose}
    >
      {removed_at === null ? (
        <>
          <SignIn member={member} />
          <MemberTokens member={member} />
          <IfMay act="members.remove">
            <Section title="Remove">
              <p className="plain">
                Ends everything that {name} can do here. Records of what {name} did stay.
              </p>
              <Acts>
                <Button onPress={() => setRemoving(true)}>
                  <CrossGlyph /> Remove {name}…
                </Button>
              </Acts>
            </Section>
          </IfMay>
        </>
      ) : null}
      {isRemoving ? (
        <RemoveMember
          member={member}
          isSelf={person.acting_as === `members/${member.id}`}
          onClose={() => setRemoving(false)}
        />
      ) : null}
    </Panel>
  );
}

function SignIn({ member }: { member: Member }) {
  const { name, email, sessions, invitation } = member;
  const [asking, setAsking] = useState<'confirm' | 'again' | null>(null);
  const isClaimed = invitation !== null && invitation.claimed_at !== null;
  return (
    <Section title={titleOf(member)}>
      {invitation === null ? (
        email === null ? (
          <p className="plain">
            {name} uses tokens only. Invite them to let them sign in with an email address.
          </p>
        ) : (
          <Facts
            facts={{
              Address: email,
              'Signed in': sessions === 0 ? 'not now' : `in ${plural(sessions, 'browser')}`,
            }}
          />
        )
      ) : (
        <>
          <Facts
            facts={{
              Address: invitation.email,
              Invited: <Instant at={invitation.invited_at} />,
              ...(invitation.claimed_at === null
                ? { 'Link ends': <Instant at={invitation.expires_at} /> }
                : { Claimed: <Instant at={invitation.claimed_at} /> }),
            }}
          />
          {isClaimed && !invitation.is_confirmed_here ? (
            <p>An operator of the service sent this invitation, so a member of its staff confirms it.</p>
          ) : null}
        </>
      )}
      <IfMay act="members.invite_again">
        <Acts>
          {isClaimed && invitation.is_confirmed_here ? (
            <Button onPress={() => setAsking('confirm')}>Confirm {name}…</Button>
          ) : null}
          <Button onPress={() => setAsking('again')}>
            {invitation === null && email === null ? 'Invite…' : 'Invite again…'}
          </Button>
        </Acts>
      </IfMay>
      {asking === 'confirm' ? <ConfirmMember member={member} onClose={() => setAsking(null)} /> : null}
      {asking === 'again' ? <InviteAgain member={member} onClose={() => setAsking(null)} /> : null}
    </Section>
  );
}

function titleOf({ email, invitation }: Member): string {
  if (invitation !== null) return invitation.claimed_at === null ? 'Invited' : 'Claimed: confirm the person';
  return email === null ? 'Does not sign in' : 'Signs in';
}

/** For programs and rf, which act as this person. */
function MemberTokens({ member }: { member: Member }) {
  const { id, name } = member;
  const tokens = activeTokens(member);
  const issue = useAct('members.issue_token', ['members']);
  const [issued, setIssued] = useState<AnswerOf<'members.issue_token'> | null>(null);
  const [revoking, setRevoking] = useState<string | null>(null);
  return (
    <Section title={tokens.length === 0 ? 'No token' : plural(tokens.length, 'token')}>
      {tokens.length === 0 ? (
        <p className="plain">With a token, rf and other programs act here as {name}.</p>
      ) : (
        <ul className={styles.tokens}>
          {tokens.map(({ prefix, created_at }) => (
            <li key={prefix}>
              <span>
                <span className="mono">{prefix}</span> · <Instant at={created_at} />
              </span>
              <IfMay act="members.revoke_token">
                <Button
                  kind="quiet"
                  label={`Revoke the token ${prefix}…`}
                  onPress={() => setRevoking(prefix)}
                >
                  Revoke…
                </Button>
              </IfMay>
            </li>
          ))}
        </ul>
      )}
      {issue.error === null ? null : <ProblemBox error={issue.error} />}
      <IfMay act="members.issue_token">
        <Acts>
          <Button
            busy={issue.isPending && 'Issuing…'}
            onPress={() => issue.mutate({ person: id }, { onSuccess: setIssued })}
          >
            Issue a token
          </Button>
        </Acts>
      </IfMay>
      {issued === null ? null : (
        <SecretDialog
          title={`Store the token of ${name} now`}
          lead={`It is shown once. We keep only its hash. Anyone who has it acts here as ${name}.`}
          secret={issued.token}
          what="the token"
          onClose={() => setIssued(null)}
        >
          <CodeTabs label="Ready lines" texts={linesFor(location.origin, issued.token)} />
        </SecretDialog>
      )}
      {revoking === null ? null : (
        <RevokeToken prefix={revoking} name={name} onClose={() => setRevoking(null)} />
      )}
    </Section>
  );
}

function linesFor(origin: string, token: string): Record<string, string> {
  return {
    rf: `export RF_URL=${origin}\nexport RF_TOKEN=${token}\nrf keys list`,
    curl: `curl -H 'authorization: Bearer ${token}' \\\n  ${origin}/api/console/keys/list`,
  };
}

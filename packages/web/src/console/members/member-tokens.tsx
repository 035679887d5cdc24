// The tokens of a member: for programs and rf, which act as this person.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { Button } from '../../ui/button.tsx';
import { CodeTabs } from '../../ui/code.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Acts } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { SecretDialog } from '../../ui/secret.tsx';
import { Section } from '../../ui/section.tsx';
import { plural } from '../../ui/words.ts';
import { activeTokens, type Member } from './member.ts';
import styles from './members.module.css';

export function MemberTokens({ member, notAllowed }: { member: Member; notAllowed: string | null }) {
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
              <Button
                kind="quiet"
                label={`Revoke the token ${prefix}…`}
                notAllowed={notAllowed}
                onPress={() => setRevoking(prefix)}
              >
                Revoke…
              </Button>
            </li>
          ))}
        </ul>
      )}
      {issue.error === null ? null : <ProblemBox error={issue.error} />}
      <Acts>
        <Button
          notAllowed={notAllowed}
          busy={issue.isPending && 'Issuing…'}
          onPress={() => issue.mutate({ person: id }, { onSuccess: setIssued })}
        >
          Issue a token
        </Button>
      </Acts>
      {issued === null ? null : (
        <SecretDialog
          title={`Store the token of ${name} now`}
          lead={`It is shown once. We keep only its hash. Whoever has it acts here as ${name}.`}
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

function RevokeToken({ prefix, name, onClose }: { prefix: string; name: string; onClose: () => void }) {
  const revoke = useAct('members.revoke_token', ['members']);
  return (
    <Dialog
      role="alertdialog"
      title={`Revoke the token ${prefix} of ${name}?`}
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose} autoFocus>
            Keep it
          </Button>
          <Button
            kind="primary"
            busy={revoke.isPending && 'Revoking…'}
            onPress={() => revoke.mutate({ prefix }, { onSuccess: onClose })}
          >
            Revoke token
          </Button>
        </>
      }
    >
      <p className="plain">Programs that use it get 401 from now on. It cannot be brought back.</p>
      {revoke.error === null ? null : <ProblemBox error={revoke.error} />}
    </Dialog>
  );
}

// The active keys of a workspace, and their revocation by an operator.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useRead } from '../../../api/acts.ts';
import { ActDialog, textOf } from '../../../ui/act-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { AreaField } from '../../../ui/field.tsx';
import { Ago } from '../../../ui/instant.tsx';
import { Section } from '../../../ui/section.tsx';
import { plural } from '../../../ui/words.ts';
import styles from '../registers.module.css';

type Key = AnswerOf<'keys.list'>['data'][number];

export function WorkspaceKeys({ workspace }: { workspace: string }) {
  const keys = useRead('keys.list', { workspace }).data?.data;
  const [revoking, setRevoking] = useState<Key | null>(null);
  return (
    <Section
      title={keys === undefined || keys.length === 0 ? 'No active key' : plural(keys.length, 'active key')}
    >
      <ul className={styles.lines}>
        {keys?.map((key) => (
          <li key={key.id}>
            <span>
              {key.name} <span className="mono muted">{key.prefix}</span>
            </span>
            <span>
              {key.last_used_at === null ? 'no use yet' : <Ago at={key.last_used_at} />}{' '}
              <Button kind="quiet" label={`Revoke the key ${key.name}…`} onPress={() => setRevoking(key)}>
                Revoke…
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {revoking === null ? null : (
        <ActDialog
          act="keys.revoke_by_operator"
          changes={['keys', 'workspaces', 'usage']}
          title={`Revoke the key ${revoking.name}?`}
          lead={`Callers of ${revoking.prefix} get 401 from now on, and the key cannot be brought back.`}
          isFinal
          submit="Revoke"
          busy="Revoking…"
          fields={(about) => (
            <AreaField
              name="reason"
              label="Reason"
              help="For the record. The customer does not see it."
              error={about('reason')}
              required
              maxLength={2000}
            />
          )}
          inputOf={(form) => ({ key: revoking.id, reason: textOf(form, 'reason') ?? '' })}
          onClose={() => setRevoking(null)}
        />
      )}
    </Section>
  );
}

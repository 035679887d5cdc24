// Whether the rule of two people is in force, and what the founding allows while it is not.

import { useState } from 'react';
import { ActDialog, textOf } from '../../../ui/act-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { AreaField } from '../../../ui/field.tsx';
import { Instant } from '../../../ui/instant.tsx';
import styles from '../registers.module.css';
import type { Founding } from './person.ts';

export function FoundingLine({ founding, notAllowed }: { founding: Founding; notAllowed: string | null }) {
  const [asking, setAsking] = useState<'return' | 'stop' | null>(null);
  const { state, since, effective_at } = founding;
  return (
    <div className={styles.reason}>
      {state === 'in_force' ? (
        <>
          Changes of the staff take two people, since <Instant at={since} />.{' '}
          <Button kind="quiet" notAllowed={notAllowed} onPress={() => setAsking('return')}>
            Return to the founding…
          </Button>
        </>
      ) : state === 'founding' ? (
        <>
          The store is being founded, since <Instant at={since} />: one person may enrol others alone, until
          two can act.
        </>
      ) : (
        <>
          Notice was given: the store can return to its founding from <Instant at={effective_at ?? since} />,
          after seven days with a signed checkpoint, unless somebody stops it.{' '}
          <Button kind="quiet" onPress={() => setAsking('stop')}>
            Stop it…
          </Button>
        </>
      )}
      {asking === 'return' ? (
        <ActDialog
          act="founding.return"
          changes={['staff']}
          title="Return to the founding?"
          lead="Only for a store in which fewer than two people can act. Notice of seven days of service is given first, everybody who signs in gets a mail, and anybody on the staff can stop it. The return is in the public log."
          isFinal
          submit="Give notice"
          busy="Giving notice…"
          fields={(about) => (
            <AreaField name="reason" label="Reason" error={about('reason')} required maxLength={2000} />
          )}
          inputOf={(form) => ({ reason: textOf(form, 'reason') ?? '' })}
          onClose={() => setAsking(null)}
        />
      ) : null}
      {asking === 'stop' ? (
        <ActDialog
          act="founding.stop"
          changes={['staff']}
          title="Stop the return to the founding?"
          submit="Stop it"
          busy="Stopping…"
          fields={(about) => (
            <AreaField name="reason" label="Reason, if any" error={about('reason')} maxLength={2000} />
          )}
          inputOf={(form) => {
            const reason = textOf(form, 'reason');
            return reason === undefined ? {} : { reason };
          }}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </div>
  );
}

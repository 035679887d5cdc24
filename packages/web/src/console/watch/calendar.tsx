// The address of a person's calendar of lapses: created, shown once, replaced, removed.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Acts } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { SecretDialog } from '../../ui/secret.tsx';
import { Section } from '../../ui/section.tsx';
import { CHANGES } from './watch-words.ts';

export function Calendar() {
  const calendar = useRead('watch.calendar', {});
  const [asking, setAsking] = useState<'create' | 'remove' | null>(null);
  const since = calendar.data?.created_at ?? null;
  const close = () => setAsking(null);
  return (
    <Section title="Calendar of lapses">
      <ProblemBox error={calendar.error} onRetry={() => void calendar.refetch()} />
      <p className="plain">
        {since === null ? (
          'No address yet. With one, any calendar program shows when evidence that your rules watch lapses.'
        ) : (
          <>
            Your address was created on <Instant at={since} />. It is not shown again.
          </>
        )}
      </p>
      {calendar.data === undefined ? null : (
        <Acts>
          <Button onPress={() => setAsking('create')}>
            {since === null ? 'Create an address…' : 'Replace the address…'}
          </Button>
          {since === null ? null : (
            <Button onPress={() => setAsking('remove')}>
              <CrossGlyph /> Remove…
            </Button>
          )}
        </Acts>
      )}
      {asking === 'create' ? (
        <ActDialog
          act="watch.create_calendar"
          changes={CHANGES}
          title={
            since === null ? 'Create the address of a calendar?' : 'Replace the address of your calendar?'
          }
          lead={
            since === null
              ? 'Whoever has the address reads the lapses that you may see, without signing in. It is shown once.'
              : 'The present address ends at once: programs that use it show nothing new. The next one is shown once.'
          }
          submit={since === null ? 'Create the address' : 'Replace it'}
          busy="Creating…"
          inputOf={() => ({})}
          done={({ path }) => (
            <SecretDialog
              title="Store the address of your calendar now"
              lead="Subscribe to it in your calendar program. It is shown once; if others see it, replace it."
              secret={path === null ? null : `${location.origin}${path}`}
              what="the address"
              onClose={close}
            />
          )}
          onClose={close}
        />
      ) : null}
      {asking === 'remove' ? (
        <ActDialog
          act="watch.remove_calendar"
          changes={CHANGES}
          isFinal
          title="Remove the address of your calendar?"
          lead="It ends at once: programs that use it show nothing new."
          submit={
            <>
              <CrossGlyph /> Remove the address
            </>
          }
          busy="Removing…"
          inputOf={() => ({})}
          onClose={close}
        />
      ) : null}
    </Section>
  );
}

// One incident: what the status page says, changes to it, and its end.

import { useState } from 'react';
import { ActDialog, textOf } from '../../../ui/act-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { AreaField } from '../../../ui/field.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { Acts, Panel } from '../../../ui/panel.tsx';
import { Section } from '../../../ui/section.tsx';
import { NotApplicable } from '../../../ui/table.tsx';
import { notAllowedUnless } from '../../allowed.ts';
import { useStaff } from '../../staff.ts';
import styles from '../registers.module.css';
import { IMPACTS, type Incident, IncidentFields, incidentOf } from './incident.tsx';

export function IncidentPanel({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const { title, detail, impact, started_at, ended_at, opened_by_name, updated_at } = incident;
  const [asking, setAsking] = useState<'update' | 'resolve' | null>(null);
  const notAllowed = notAllowedUnless(useStaff(), ['operator']);
  return (
    <Panel
      title={title}
      facts={
        <>
          opened by {opened_by_name} · changed <Instant at={updated_at} />
        </>
      }
      onClose={onClose}
    >
      <Section title="As the status page says">
        <Facts
          facts={{
            Impact: IMPACTS[impact],
            From: <Instant at={started_at} />,
            Until: ended_at === null ? 'ongoing' : <Instant at={ended_at} />,
            ...(detail === null ? { Details: <NotApplicable /> } : {}),
          }}
        />
        {detail === null ? null : <p className={styles.quoted}>{detail}</p>}
      </Section>
      {ended_at === null ? (
        <Section title="Change">
          <Acts>
            <Button notAllowed={notAllowed} onPress={() => setAsking('update')}>
              Change what it says…
            </Button>
            <Button notAllowed={notAllowed} onPress={() => setAsking('resolve')}>
              Resolve…
            </Button>
          </Acts>
          {notAllowed === null ? null : <p className="plain muted">{`To change it, ${notAllowed}.`}</p>}
        </Section>
      ) : null}
      {asking === null ? null : (
        <IncidentDialog asked={asking} incident={incident} onClose={() => setAsking(null)} />
      )}
    </Panel>
  );
}

interface IncidentDialogProps {
  asked: 'update' | 'resolve';
  incident: Incident;
  onClose: () => void;
}

/** Keeps what it was opened with: the page keeps showing what others change, and the server compares. */
function IncidentDialog({ asked, incident, onClose }: IncidentDialogProps) {
  const [given] = useState(incident);
  const { id, title, detail, updated_at } = given;
  return asked === 'update' ? (
    <ActDialog
      act="incidents.update"
      changes={['incidents']}
      title={`Change "${title}"`}
      submit="Save"
      busy="Saving…"
      fields={(about) => <IncidentFields about={about} given={given} />}
      inputOf={(form) => ({ id, ...incidentOf(form), seen: updated_at })}
      onClose={onClose}
    />
  ) : (
    <ActDialog
      act="incidents.resolve"
      changes={['incidents']}
      title={`Is "${title}" over?`}
      lead="The status page shows it as past, for 90 days."
      submit="Resolve"
      busy="Resolving…"
      fields={(about) => (
        <AreaField
          name="detail"
          label="What it was"
          defaultValue={detail ?? ''}
          error={about('detail')}
          maxLength={2000}
          autoFocus
        />
      )}
      inputOf={(form) => ({ id, detail: textOf(form, 'detail') ?? '', seen: updated_at })}
      onClose={onClose}
    />
  );
}

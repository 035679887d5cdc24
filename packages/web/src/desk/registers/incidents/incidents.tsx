// The register of incidents: what the status page says about interruptions, and what it said.

import type { InputOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useList } from '../../../api/acts.ts';
import { Register } from '../../../frame/register.tsx';
import { usePageSearch } from '../../../pages.ts';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { utcInstant } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { State } from '../../../ui/state.tsx';
import type { Column } from '../../../ui/table.tsx';
import { notAllowedUnless } from '../../allowed.ts';
import { useStaff } from '../../staff.ts';
import { IMPACTS, type Incident, IncidentFields, incidentOf } from './incident.tsx';
import { IncidentPanel } from './incident-panel.tsx';

export function Incidents() {
  const searching = usePageSearch('/desk/incidents');
  const { search, set } = searching;
  const [isOpening, setOpening] = useState(false);
  const notAllowed = notAllowedUnless(useStaff(), ['operator']);
  const filter: InputOf<'incidents.list'> =
    search.state === '' ? {} : { ongoing: search.state === 'ongoing' };
  return (
    <>
      <Register
        title="Incidents"
        note={
          notAllowed === null ? (
            <>
              Shown on the <a href="/status">status page</a>
            </>
          ) : (
            `To announce one, ${notAllowed}`
          )
        }
        act={
          <Button kind="primary" notAllowed={notAllowed} onPress={() => setOpening(true)}>
            Open an incident
          </Button>
        }
        what="incident"
        pages={useList('incidents.list', filter)}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        labelOf={({ title }) => `Show ${title}`}
        searching={searching}
        openIn="open"
        filters={{
          state: { label: 'State', options: { '': 'all', ongoing: 'ongoing', ended: 'resolved' } },
        }}
        empty="No incident was announced. When something does not work, say so here: the status page shows it at once."
        panel={(incident, onClose) => (
          <IncidentPanel key={incident.id} incident={incident} onClose={onClose} />
        )}
      />
      {isOpening ? (
        <ActDialog
          act="incidents.open"
          changes={['incidents']}
          title="Open an incident"
          lead="Everybody reads it on the status page within seconds."
          submit="Open the incident"
          busy="Opening…"
          fields={(about) => <IncidentFields about={about} />}
          inputOf={incidentOf}
          onDone={({ id }) => {
            setOpening(false);
            set({ open: id });
          }}
          onClose={() => setOpening(false)}
        />
      ) : null}
    </>
  );
}

const COLUMNS: Column<Incident>[] = [
  { head: 'What happened', text: ({ title }) => title },
  { head: 'Impact', isMinor: 'plain', text: ({ impact }) => IMPACTS[impact] },
  { head: 'From', isFixed: true, isMinor: true, instant: ({ started_at }) => started_at },
  {
    head: 'Until',
    isFixed: true,
    isMinor: true,
    cell: ({ ended_at }) => (ended_at === null ? 'ongoing' : <Instant at={ended_at} />),
    text: ({ ended_at }) => (ended_at === null ? null : utcInstant(ended_at)),
  },
  {
    head: 'State',
    isFixed: true,
    cell: ({ ended_at }) =>
      ended_at === null ? <State kind="failed">ongoing</State> : <State kind="good">resolved</State>,
    text: ({ ended_at }) => (ended_at === null ? 'ongoing' : 'resolved'),
  },
];

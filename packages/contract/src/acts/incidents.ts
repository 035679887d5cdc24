// Incidents on the status page.

import { nullable } from '../schemas/forms.ts';
import { ServiceHealth } from '../schemas/status.ts';
import { Type } from '../type.ts';
import { type AuditTable, act, STAFF_ROLES } from './act.ts';
import { givenInstant, Id, Instant, lines, PageInput, pageOf, strict, text } from './forms.ts';

const operator = { staff: ['operator'] } as const;
const WhichIncident = text('Id of the incident.', 100);
const Title = text('What happened, in a sentence; public.', 200);
const Detail = lines('What it affects and what is done about it; public.', 2000);
const Impact = Type.Enum([...ServiceHealth.enum], {
  type: 'string',
  description: 'How the service works meanwhile; the status page says the worst of all.',
});
const Seen = Type.Optional(
  givenInstant('updated_at of what the caller saw: refused if somebody changed it since.'),
);

const Incident = strict({
  id: Id,
  title: Type.String(),
  detail: nullable(Type.String()),
  impact: Impact,
  started_at: Instant,
  ended_at: nullable(Instant, { description: 'Null while it is ongoing.' }),
  opened_by: Id,
  updated_at: Instant,
});

const INCIDENT_LINE =
  '{id}  {impact|pad 11}  {started_at|instant}  [until {ended_at|instant}][{unless ended_at}ongoing]  {title}';

export const incidentRecords = {
  'incident.opened': { sentence: 'Opened the incident {after.title ?? name}' },
  'incident.updated': { sentence: 'Changed the incident {after.title ?? name}' },
  'incident.resolved': { sentence: 'Resolved the incident {after.title ?? name}' },
} satisfies AuditTable;

export const incidentActs = {
  'incidents.list': act({
    kind: 'read',
    who: { staff: STAFF_ROLES },
    description: 'Lists the incidents that staff announced, newest first.',
    input: strict({
      ongoing: Type.Optional(
        Type.Boolean({ description: 'Only ongoing incidents, or only those that ended.' }),
      ),
      ...PageInput,
    }),
    answer: pageOf(strict({ ...Incident.properties, opened_by_name: Type.String() })),
    command: { name: 'incidents list', lines: [INCIDENT_LINE] },
  }),
  'incidents.open': act({
    kind: 'act',
    who: operator,
    description: 'Announces an incident on the status page.',
    input: strict({
      title: Title,
      detail: Type.Optional(Detail),
      impact: Impact,
      started_at: Type.Optional(givenInstant('When it began, within the last 90 days; now if absent.')),
    }),
    answer: Incident,
    creates: true,
    command: {
      name: 'incidents open',
      arguments: ['title'],
      options: { impact: { default: 'degraded' }, started_at: { flag: '--since <instant>' } },
      prints: INCIDENT_LINE,
    },
    audit: ['incident.opened'],
  }),
  'incidents.update': act({
    kind: 'act',
    who: operator,
    description: 'Changes what the status page says about an ongoing incident.',
    input: strict({
      id: WhichIncident,
      title: Type.Optional(Title),
      detail: Type.Optional(Detail),
      impact: Type.Optional(Impact),
      seen: Seen,
    }),
    answer: Incident,
    command: { name: 'incidents update', arguments: ['id'], prints: INCIDENT_LINE },
    audit: ['incident.updated'],
  }),
  'incidents.resolve': act({
    kind: 'act',
    who: operator,
    description: 'Ends an incident. It stays on the status page for 90 days.',
    input: strict({ id: WhichIncident, detail: Type.Optional(Detail), seen: Seen }),
    answer: Incident,
    command: {
      name: 'incidents resolve',
      arguments: ['id'],
      options: { detail: { help: 'what it was' } },
      prints: INCIDENT_LINE,
    },
    audit: ['incident.resolved'],
  }),
};

// Incidents: what staff announce on the status page, changes to it, and its end.

import { type Actor, actAs } from '../../context/actor.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal, type RefusalDetail } from '../../context/refusal.ts';
import type { Writes } from '../../store/store.ts';
import type { Incident } from './list-incidents.ts';

type Texts = Pick<Incident, 'title' | 'detail'>;

const LONGEST_TITLE = 200;
const LONGEST_DETAIL = 2000;
/** A start before this is a mistake of the keyboard. */
const LONGEST_PAST_MS = 90 * 24 * 60 * 60 * 1000;

export interface NewIncident {
  title: string;
  detail?: string | undefined;
  impact: Incident['impact'];
  /** Now if absent. */
  started_at?: number | undefined;
}

export async function openIncident(context: Context, actor: Actor, given: NewIncident): Promise<Incident> {
  const now = context.clock();
  const started_at = given.started_at ?? now;
  refuse([
    ...textProblems(given),
    ...(started_at > now || started_at < now - LONGEST_PAST_MS
      ? [{ place: '/started_at', code: 'out_of_range', message: 'must be in the last 90 days' }]
      : []),
  ]);
  const incident: Incident = {
    id: context.newId(),
    ...textsOf(given),
    impact: given.impact,
    started_at,
    ended_at: null,
    opened_by: actor.id,
    updated_at: now,
  };
  await actAs(context, actor, 'incidents.open', async (writes) => {
    await writes.insertInto('incidents').values(incident).execute();
    await recordAct(
      context,
      writes,
      actor,
      'incident.opened',
      `incidents/${incident.id}`,
      null,
      shown(incident),
    );
  });
  return incident;
}

export interface IncidentChange {
  title?: string | undefined;
  detail?: string | undefined;
  impact?: Incident['impact'] | undefined;
}

/** `seen` is the state that the caller saw; a change of somebody else since then is a conflict. */
export async function updateIncident(
  context: Context,
  actor: Actor,
  id: string,
  change: IncidentChange,
  seen?: number,
): Promise<Incident> {
  return actAs(context, actor, 'incidents.update', async (writes) => {
    const before = await goingOn(writes, id, seen);
    const wanted = {
      title: change.title ?? before.title,
      detail: change.detail ?? before.detail ?? '',
    };
    refuse(textProblems(wanted));
    const after: Incident = {
      ...before,
      ...textsOf(wanted),
      impact: change.impact ?? before.impact,
      updated_at: context.clock(),
    };
    await save(writes, after);
    await recordAct(
      context,
      writes,
      actor,
      'incident.updated',
      `incidents/${id}`,
      shown(before),
      shown(after),
    );
    return after;
  });
}

/** Past incidents stay on the status page for 90 days. `detail` says what it was, if given. */
export async function resolveIncident(
  context: Context,
  actor: Actor,
  id: string,
  detail?: string,
  seen?: number,
): Promise<Incident> {
  return actAs(context, actor, 'incidents.resolve', async (writes) => {
    const before = await goingOn(writes, id, seen);
    const wanted = { title: before.title, detail: detail ?? before.detail ?? '' };
    refuse(textProblems(wanted));
    const now = context.clock();
    const after: Incident = { ...before, ...textsOf(wanted), ended_at: now, updated_at: now };
    await save(writes, after);
    await recordAct(
      context,
      writes,
      actor,
      'incident.resolved',
      `incidents/${id}`,
      shown(before),
      shown(after),
    );
    return after;
  });
}

async function goingOn(writes: Writes, id: string, seen: number | undefined): Promise<Incident> {
  const row = await writes.selectFrom('incidents').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found', 'There is no such incident.');
  if (row.ended_at !== null)
    throw new Refusal('conflict', `The incident "${row.title}" is already resolved.`);
  if (seen !== undefined && seen !== row.updated_at)
    throw new Refusal('conflict', 'Somebody changed this incident since you opened it. Look at it again.');
  return row;
}

async function save(writes: Writes, { id, ...row }: Incident): Promise<void> {
  await writes.updateTable('incidents').set(row).where('id', '=', id).execute();
}

function textsOf({ title, detail = '' }: { title: string; detail?: string | null | undefined }): Texts {
  const text = (detail ?? '').trim();
  return { title: title.trim(), detail: text === '' ? null : text };
}

function textProblems(given: { title: string; detail?: string | null | undefined }): RefusalDetail[] {
  const { title, detail } = textsOf(given);
  return [
    ...(title === '' || title.length > LONGEST_TITLE
      ? [{ place: '/title', code: 'wrong_length', message: `must have 1 to ${LONGEST_TITLE} characters` }]
      : []),
    ...((detail ?? '').length > LONGEST_DETAIL
      ? [
          {
            place: '/detail',
            code: 'wrong_length',
            message: `must have at most ${LONGEST_DETAIL} characters`,
          },
        ]
      : []),
  ];
}

function refuse(problems: readonly RefusalDetail[]): void {
  if (problems.length > 0) throw new Refusal('validation_failed', 'The incident is not valid.', problems);
}

function shown({ title, detail, impact, started_at, ended_at }: Incident) {
  return { title, detail, impact, started_at, ended_at };
}

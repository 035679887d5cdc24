// The rule of the committee: how many votes a matter needs, whether one of them must be independent, and who chairs. It is
// kept with the rules of the desk, so that changing it takes two people. A matter keeps the rule that it was opened under.

import { DESK_RULES, type DeskRule } from '../../accounts/desk-rules.ts';
import { approvalNote, type People } from '../../accounts/requests.ts';
import { recordAct } from '../../context/audit.ts';
import type { Context } from '../../context/context.ts';
import { Refusal } from '../../context/refusal.ts';
import { wholeTable } from '../../store/records/proved.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { type Voter, voters } from './voters.ts';

/** Never fewer, whatever the rule says and however small the staff is. */
const FEWEST_VOTES = 2;

export type Office = 'chair' | 'deputy';

export interface CommitteeRule {
  /** As the rule says it. */
  quorum: number;
  independence: boolean;
  namesPublic: boolean;
  /** Whom the rule names; null if it names nobody. */
  chair: string | null;
  deputy: string | null;
}

/** The rule of a matter, which holds until it is decided. */
export interface MatterRule {
  /** How many votes it needs. */
  quorum: number;
  independence: boolean;
  chair: string | null;
  deputy: string | null;
}

/** At an instant; now if it is absent. */
export async function committeeRule(db: Queries | Writes, until = Infinity): Promise<CommitteeRule> {
  const rows = await wholeTable(db, 'desk_rules', () =>
    db.selectFrom('desk_rules').selectAll().orderBy('set_at').execute(),
  );
  const newest = (wanted: string) =>
    rows.findLast(({ name, set_at }) => name === wanted && set_at <= until)?.value ?? null;
  const numeric = (name: DeskRule) => Number(newest(name) ?? DESK_RULES[name].initial);
  return {
    quorum: numeric('committee_quorum'),
    independence: numeric('committee_independence') === 1,
    namesPublic: numeric('committee_names_public') === 1,
    chair: newest(nameOf('chair')),
    deputy: newest(nameOf('deputy')),
  };
}

/** The rule as it binds a matter that is opened now. */
export async function ruleForMatter(db: Queries | Writes): Promise<MatterRule> {
  const { quorum, independence, chair, deputy } = await committeeRule(db);
  const able = await voters(db);
  return {
    quorum: Math.max(FEWEST_VOTES, Math.min(quorum, able.length)),
    independence,
    chair: chairAmong(able, chair)?.id ?? null,
    deputy: able.find(({ id }) => id === deputy)?.id ?? null,
  };
}

/** Whom the rule names, or else the chief risk officer. */
export function chairAmong(able: readonly Voter[], named: string | null): Voter | null {
  const chosen = able.find(({ id }) => id === named);
  return chosen ?? able.find(({ roles }) => roles.includes('chief_risk_officer')) ?? null;
}

function nameOf(office: Office): string {
  return `committee_${office}`;
}

/** Only somebody who votes can chair. */
export async function requireAppointable(
  db: Queries | Writes,
  office: Office,
  person: string,
): Promise<Voter> {
  const able = await voters(db);
  const found = able.find(({ id, name }) => id === person || name === person);
  if (found === undefined)
    throw new Refusal(
      'not_found',
      `Nobody who votes in the committee has the id or name "${person}". Analysts, reviewers and the chief risk officer vote.`,
    );
  const { chair, deputy } = await committeeRule(db);
  const other = office === 'chair' ? deputy : chairAmong(able, chair)?.id;
  if (found.id === other)
    throw new Refusal('conflict', `${found.name} cannot be the chair and the deputy at once.`);
  return found;
}

export async function appoint(
  context: Context,
  writes: Writes,
  people: People,
  requestId: string,
  { office, person }: { office: Office; person: string },
): Promise<void> {
  const { id } = await requireAppointable(writes, office, person);
  await writes
    .insertInto('desk_rules')
    .values({ name: nameOf(office), value: id, set_at: context.clock(), request_id: requestId })
    .execute();
  const after = { office, person: id, ...approvalNote(people) };
  await recordAct(
    context,
    writes,
    people.requester,
    'committee.appoint',
    `rules/${nameOf(office)}`,
    null,
    after,
  );
}

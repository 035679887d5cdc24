// Settings of the two-person rule and of the committee. They are kept in the store, so that changing them takes two people too; a setting of
// the environment would be in the hands of one.

import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import { wholeTable } from '../store/records/proved.ts';
import type { Queries, Writes } from '../store/store.ts';
import { approvalNote, type People } from './requests.ts';

export const DESK_RULES = {
  activation_notice_days: {
    initial: 14,
    least: 1,
    most: 365,
    about: 'How many days before its effective date a framework must be announced.',
  },
  committee_quorum: {
    initial: 3,
    least: 2,
    most: 15,
    about: 'How many votes a matter of the committee needs; fewer, never under two, if fewer people vote.',
  },
  committee_independence: {
    initial: 1,
    least: 0,
    most: 1,
    about:
      '1: a first indicator, a band change and a correction need a vote for it of somebody who proposed and approved none of the changed values. 0: they do not, and every indicator says so.',
  },
  committee_names_public: {
    initial: 0,
    least: 0,
    most: 1,
    about: '1: readers see who voted in the committee. 0: they do not.',
  },
} as const;
export type DeskRule = keyof typeof DESK_RULES;

export interface DeskRuleValue {
  name: DeskRule;
  value: number;
  about: string;
  /** null if it was never changed. */
  set_at: number | null;
}

export async function deskRules(db: Queries | Writes): Promise<DeskRuleValue[]> {
  const rows = await wholeTable(db, 'desk_rules', () =>
    db.selectFrom('desk_rules').selectAll().orderBy('set_at').execute(),
  );
  return (Object.keys(DESK_RULES) as DeskRule[]).map((name) => {
    const row = rows.findLast((one) => one.name === name);
    const { initial, about } = DESK_RULES[name];
    return {
      name,
      value: row === undefined ? initial : Number(row.value),
      about,
      set_at: row?.set_at ?? null,
    };
  });
}

export async function deskRule(db: Queries | Writes, name: DeskRule): Promise<number> {
  return (await deskRules(db)).find((rule) => rule.name === name)!.value;
}

export function requireValidRule(name: string, value: number): asserts name is DeskRule {
  if (!Object.hasOwn(DESK_RULES, name)) {
    throw new Refusal(
      'not_found',
      `There is no rule "${name}". Rules are ${Object.keys(DESK_RULES).join(', ')}.`,
    );
  }
  const { least, most } = DESK_RULES[name as DeskRule];
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new Refusal('validation_failed', `${name} must be a whole number from ${least} to ${most}.`);
}

export async function setDeskRule(
  context: Context,
  writes: Writes,
  people: People,
  requestId: string,
  name: DeskRule,
  value: number,
): Promise<void> {
  const before = await deskRule(writes, name);
  await writes
    .insertInto('desk_rules')
    .values({ name, value: String(value), set_at: context.clock(), request_id: requestId })
    .execute();
  const after = { value, ...approvalNote(people) };
  await recordAct(context, writes, people.requester, 'rule.set', `rules/${name}`, { value: before }, after);
}

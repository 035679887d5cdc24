// Doctor check of the two-person rule: whether it is in force, and whether two people can act.

import { ablePeople } from '../../accounts/able-people.ts';
import { foundingState } from '../../accounts/founding.ts';
import { civilDate } from '../../context/times.ts';
import type { Queries } from '../../store/store.ts';
import { ok, type Verdict, warn } from './doctor-verdict.ts';

/** `ignoresSetting`: RF_SECOND_PERSON is set, which once switched the rule off. */
export async function checkTwoPeople(db: Queries, now: number, ignoresSetting: boolean): Promise<Verdict> {
  const { state, since, effective_at, reason } = await foundingState(db);
  if (state === 'founding') {
    return warn(
      `the store is being founded since ${civilDate(since)} (${reason}), so one person can enrol others alone`,
      'invite the staff with rf staff invite, then activate a framework',
    );
  }
  if (state === 'notice') {
    return warn(
      `notice was given on ${civilDate(since)} (${reason}): the store can return to its founding from ` +
        `${civilDate(effective_at!)}`,
      'if this is a surprise, stop it with rf staff founding stop',
    );
  }
  const able = await ablePeople(db, now);
  if (able.length < 2) {
    return warn(
      `two people are required since ${civilDate(since)}, but only ${able.length} can act`,
      'rf staff founding return --reason TEXT gives notice that one person enrols others alone',
    );
  }
  if (ignoresSetting) {
    return warn('RF_SECOND_PERSON is set, and ignored: the rule is kept in the store', 'remove the setting');
  }
  return ok(`required since ${civilDate(since)}; ${able.length} can act`);
}

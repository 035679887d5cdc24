// The members of the committee for a matter: how each voted, and why those against it or recused did.

import { useNow } from '../../ui/clock.ts';
import { clock, instant, roleName, timeOf } from '../../ui/format.ts';
import { DotGlyph, MinusGlyph, WaitingGlyph } from '../../ui/glyphs.tsx';
import { inputName } from '../input-names.ts';
import type { Matter, Member } from './matter.ts';
import styles from './members.module.css';

export function Members({ matter: { members, state } }: { matter: Matter }) {
  return (
    <ul className={styles.members}>
      {members.map((member) => (
        <OneMember key={member.staff_id} member={member} isOpen={state === 'open'} />
      ))}
    </ul>
  );
}

function OneMember({ member, isOpen }: { member: Member; isOpen: boolean }) {
  const { name, is_you, at, words, vote, counts } = member;
  return (
    <li className={styles.member}>
      <strong>
        {name}
        {is_you ? ', you' : ''}
      </strong>
      <Cast vote={vote} isOpen={isOpen} />
      <span className={styles.role}>{roleWords(member)}</span>
      <span className={styles.at}>{at === null ? '' : <Time at={at} />}</span>
      {words === null ? null : (
        <p className={styles.words}>
          “{words}”{' '}
          <span className="muted">
            {vote === 'recused' ? 'Does not count towards the quorum.' : 'Dissent, kept on record.'}
          </span>
        </p>
      )}
      {vote === null || vote === 'recused' || counts ? null : (
        <p className={styles.words}>
          This vote no longer counts: the matter or the person’s role has changed.
        </p>
      )}
    </li>
  );
}

const CAST: Readonly<Record<NonNullable<Member['vote']>, string>> = {
  for: 'for',
  against: 'against',
  recused: 'recused',
};

function Cast({ vote, isOpen }: { vote: Member['vote']; isOpen: boolean }) {
  if (vote === null)
    return (
      <span className={styles.cast}>
        <WaitingGlyph /> {isOpen ? 'open' : 'no vote'}
      </span>
    );
  return (
    <span className={vote === 'recused' ? `${styles.cast} muted` : styles.cast}>
      {vote === 'recused' ? <MinusGlyph /> : <DotGlyph />} {CAST[vote]}
    </span>
  );
}

/** "Reviewer, chair · approved backing coverage". */
function roleWords({ roles, is_chair, touched }: Member): string {
  const named = roles.map(roleName);
  const words = [`${named.join(', ')}${is_chair ? ', chair' : ''}`];
  for (const [as, inputs] of Map.groupBy(touched, (one) => one.as)) {
    const [first, ...others] = inputs.map(({ input }) => inputName(input).toLowerCase());
    words.push(`${as} ${first}${others.length === 0 ? '' : ` and ${others.length} more`}`);
  }
  return words.join(' · ');
}

/** Of today the time, otherwise the day too. */
export function Time({ at }: { at: string }) {
  const today = new Date(useNow()).toDateString() === new Date(timeOf(at)).toDateString();
  return (
    <time dateTime={at} title={instant(at)}>
      {today ? clock(at) : instant(at)}
    </time>
  );
}

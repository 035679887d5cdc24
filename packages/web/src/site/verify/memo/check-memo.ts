// Reads a memo, and says what in it was compared, what differs and what was not compared. Everything that needs the
// service is asked for through the two functions that are given.

import { type Claim, type Mention, mentionsIn } from './claims.ts';
import { compare } from './compare.ts';
import { namesInMemo } from './compare-names.ts';
import type { Finding, Known } from './finding.ts';
import { type NotChecked, notCheckedIn } from './not-checked.ts';
import { plainText } from './plain-text.ts';
import { type NamedProvider, ProviderNames } from './provider-names.ts';

export interface MemoSources {
  /** What is known about each of the ids. */
  indicators: (ids: readonly string[]) => Promise<ReadonlyMap<string, Known>>;
  /** The names of all providers that were ever published; null if they could not be got. */
  providers: () => Promise<readonly NamedProvider[] | null>;
  /** The UTC day, such as 2026-08-05. */
  today: string;
}

export interface CheckedMemo {
  findings: readonly Finding[];
  notChecked: readonly NotChecked[];
}

/** Null if there is no id in the memo, nor anything that looks like one. */
export async function checkMemo(memo: string, sources: MemoSources): Promise<CheckedMemo | null> {
  const mentions = mentionsIn(plainText(memo));
  if (mentions.every(({ ids, malformed }) => ids.length + malformed.length === 0)) return null;
  const ids = [...new Set(mentions.flatMap((mention) => mention.ids.map(({ id }) => id)))];
  const known = ids.length === 0 ? new Map<string, Known>() : await sources.indicators(ids);
  const list = await sources.providers();
  const providers = new ProviderNames([...(list ?? []), ...namesInStatements(known)]);
  const names = namesInMemo(mentions, (text) => providers.in(text));
  const findings = compare(mentions, known, names, sources.today);
  const notChecked = notCheckedIn(mentions, names.found, new Set(comparedClaims(mentions, findings)));
  const withoutList: NotChecked = {
    what: 'Names of other providers: the list of names could not be read',
    texts: [],
    isSuspicious: true,
  };
  return { findings, notChecked: list === null ? [withoutList, ...notChecked] : notChecked };
}

/** The signed names count even if the list of names says otherwise. */
function namesInStatements(known: ReadonlyMap<string, Known>): NamedProvider[] {
  return [...known.values()].flatMap((one) =>
    one.kind === 'published' ? [{ id: one.providerId, names: [one.name] }] : [],
  );
}

function comparedClaims(mentions: readonly Mention[], findings: readonly Finding[]): Claim[] {
  return mentions
    .filter(({ ids }) => ids.length > 0)
    .flatMap(({ ids, claims }) =>
      claims.filter((claim) =>
        findings.some(
          ({ id, detail, claimed }) =>
            detail === claim.kind && claimed === claim.text && ids.some((written) => written.id === id),
        ),
      ),
    );
}

export type Verdict = 'passed' | 'attention' | 'failed';

const RIGHT: readonly Finding['outcome'][] = ['matches', 'rounded', 'in range'];
const OPEN: readonly Finding['outcome'][] = ['unclear', 'nothing beside', 'not checked'];

export const isRight = ({ outcome }: Finding) => RIGHT.includes(outcome);
export const isOpen = ({ outcome }: Finding) => OPEN.includes(outcome);

/** Passed only if every id has its provider's name and a score or band beside it, all match, and each is current. */
export function verdictOn({ findings, notChecked }: CheckedMemo): Verdict {
  if (findings.some((finding) => !isRight(finding) && !isOpen(finding))) return 'failed';
  const isDoubtful =
    findings.some((finding) => isOpen(finding) || finding.note !== null) ||
    notChecked.some(({ isSuspicious }) => isSuspicious);
  return isDoubtful ? 'attention' : 'passed';
}

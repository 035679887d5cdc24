// What a document says about itself by its name: the title, the kind of evidence and its date. The person sees them in the
// fields and changes what is wrong. The grade follows from the kind.

import { writtenDate } from '../../ui/dates/civil-dates.ts';
import type { KnownEvidence } from '../document/known-document.tsx';
import { type EvidenceDefaults, NO_EVIDENCE } from './draft.ts';

/** By words in the name of the file. */
const KINDS: readonly [words: RegExp, kind: string][] = [
  [/audit|annual report|jahresabschluss/, 'audit report'],
  [/attestation|assurance|proof of reserves/, 'independent reserve attestation'],
  [/soc ?[12]|iso ?27001|ccss|penetration/, 'control report'],
  [/court|judg|petition|insolven/, 'court record'],
  [/legal opinion|opinion/, 'legal opinion'],
  [/register|filing|licen[cs]e/, 'regulatory filing'],
  [/terms|agreement|conditions|prospectus/, 'terms of service'],
  [/balance|statement|accounts|financial/, 'financial statement'],
  [/screenshot|website|web page/, 'web page'],
];
const OTHER = 'document';

export function defaultsOf(name: string, modifiedAt: number, today: string): EvidenceDefaults {
  const words = name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replaceAll(/[_\-+.]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const lower = words.toLowerCase();
  const kind = KINDS.find(([pattern]) => pattern.test(lower))?.[1] ?? OTHER;
  const written = dateIn(words);
  const modified = new Date(modifiedAt).toISOString().slice(0, 10);
  const evidence_date = [written, modified].find((date) => date !== null && date <= today) ?? today;
  const title = words === '' ? 'Document' : words[0]!.toUpperCase() + words.slice(1);
  return { ...NO_EVIDENCE, kind, title, evidence_date: writtenDate(evidence_date) };
}

/** In the words of evidence that is on record. */
export function recordedDefaults(known: KnownEvidence): EvidenceDefaults {
  const { kind, title, url, grade, evidence_date, source, grade_reason, belongs_to } = known;
  return {
    ...{ kind, title, grade, url: url ?? '', evidence_date: writtenDate(evidence_date) },
    ...{ source: source ?? '', grade_reason: grade_reason ?? '', group: belongs_to.group ?? '' },
  };
}

/** 2026-10-31, 20261031, or a month, which stands for its last day. */
function dateIn(words: string): string | null {
  const day = /\b(20\d\d) ?([01]\d) ?([0-3]\d)\b/.exec(words);
  if (day !== null) return realDate(Number(day[1]), Number(day[2]), Number(day[3]));
  const month = /\b(20\d\d) ([01]\d)\b/.exec(words);
  if (month === null) return null;
  return realDate(Number(month[1]), Number(month[2]) + 1, 0);
}

function realDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = day === 0 || (date.getUTCMonth() === month - 1 && date.getUTCDate() === day);
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/** The provider whose name the name of the file has; null unless it is exactly one. */
export function providerIn(
  name: string,
  providers: readonly { slug: string; name: string }[],
): string | null {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const whole = providers.filter(({ slug }) => `-${words.join('-')}-`.includes(`-${slug}-`));
  const found =
    whole.length > 0 ? whole : providers.filter(({ name: own }) => words.includes(firstWord(own)));
  return found.length === 1 ? found[0]!.slug : null;
}

function firstWord(name: string): string {
  return name.toLowerCase().split(/[^\p{L}\p{N}]+/u)[0]!;
}

// What the log says, collected entry by entry: which indicators there are and are current, and which lists belong to it.

import type { Finding } from './alarm.ts';
import {
  type AttachedKind,
  type AttachedLeaf,
  digestOf,
  type Leaf,
  type List,
  type ListedKind,
} from './leaf.ts';

export interface LoggedIndicator {
  verification_id: string;
  final_score: string;
  risk_band: string;
}

export interface LoggedNames {
  name: string;
  slug: string;
  provider_subtype: string;
}

/** A rationale, disclosures or a review, without its words. */
export interface LoggedAnalysis {
  kind: AttachedKind;
  at: string;
  index: number;
  provider_id: string;
  verification_id: string;
  /** The entry of the changelog that a rationale explains. */
  changelog_id: string | null;
  sha256: string;
}

interface LoggedChange {
  sha256: string;
  changed_at: string;
  /** The provider whose current score the entry explains; absent if it explains none. */
  newsOf?: string;
}

export interface LogFacts {
  /** The entry of each statement, by verification id. */
  statements: Record<string, number>;
  /** The newest indicator of each provider. Correcting an older one does not change it. */
  newest: Record<string, LoggedIndicator>;
  /** Corrections of past indicators, which say nothing of the current one, by verification id. */
  ofPast: Record<string, true>;
  /** When indicators were withdrawn, by verification id. */
  withdrawn: Record<string, string>;
  /** The run of each confirmation, by entry. */
  confirmations: Record<string, string>;
  /** By entry. */
  lists: Record<string, List & { kind: ListedKind }>;
  /** Whether the last mark of an indicator says that it is stale, by verification id. */
  stale: Record<string, boolean>;
  /** The last number of the list of stale marks that the log covers. */
  lastMark: number | null;
  /** Digest and time of each entry of the changelog that the log covers, by its id. */
  changelog: Record<string, LoggedChange>;
  /**
   * Rationales, disclosures and reviews, in the order of the log; null if an earlier version, which did not keep them, read a
   * part of the log.
   */
  analysis: LoggedAnalysis[] | null;
  /** What the public calls each provider, by its id, as the newest list of names says. */
  names: Record<string, LoggedNames>;
  /** The last number of the list of names that the log covers. */
  lastNaming: number | null;
  /** What the log says of the service itself: pauses, and returns to the founding, by entry. */
  service: Record<string, string>;
  recordCount: number;
  /** The last entry that covers records: what was published before it is in the log with everything that belongs to it. */
  sealedTo: number;
  /** From when on withdrawals, stale marks and the changelog are in the log; null if they are not. */
  recordsSince: string | null;
  /** How many entries there are of kinds that this version does not know. */
  unknown: Record<string, number>;
}

export function newFacts(): LogFacts {
  return {
    statements: {},
    newest: {},
    ofPast: {},
    withdrawn: {},
    confirmations: {},
    lists: {},
    stale: {},
    lastMark: null,
    changelog: {},
    analysis: [],
    names: {},
    lastNaming: null,
    service: {},
    recordCount: 0,
    sealedTo: 0,
    recordsSince: null,
    unknown: {},
  };
}

/** Adds an entry. Returns what is wrong with it, given those before it. */
export function addLeaf(facts: LogFacts, index: number, leaf: Leaf): Finding[] {
  if ('at' in leaf) facts.recordsSince ??= leaf.at;
  switch (leaf.kind) {
    case 'statement':
      return addStatement(facts, index, leaf.statement);
    case 'confirmation':
      facts.confirmations[index] = leaf.run;
      return [];
    case 'withdrawal':
      facts.withdrawn[leaf.verificationId] = leaf.at;
      return Object.hasOwn(facts.statements, leaf.verificationId)
        ? []
        : [
            {
              code: 'leaf_missing',
              detail: `Entry ${index} withdraws ${leaf.verificationId}, which is not in the log.`,
            },
          ];
    case 'rationale':
    case 'disclosures':
    case 'review': {
      addAttached(facts, index, leaf);
      if (Object.hasOwn(facts.statements, leaf.verificationId)) return [];
      const detail = `Entry ${index} is a ${leaf.kind} leaf about ${leaf.verificationId}, which is not in the log.`;
      return [{ code: 'leaf_missing', detail }];
    }
    case 'staleness':
      facts.lists[index] = { ...leaf.list, kind: leaf.kind };
      return addNumbered(facts, index, leaf, 'lastMark', 'stale mark');
    case 'names':
      facts.lists[index] = { ...leaf.list, kind: leaf.kind };
      return addNumbered(facts, index, leaf, 'lastNaming', 'change of names', 'changes of names');
    case 'publication':
    case 'changelog':
      facts.lists[index] = { ...leaf.list, kind: leaf.kind };
      return [];
    case 'records': {
      const { recordCount } = facts;
      facts.recordCount = leaf.count;
      facts.sealedTo = index;
      if (leaf.count >= recordCount) return [];
      const detail = `Entry ${index} covers ${leaf.count} records, but an earlier entry covers ${recordCount}.`;
      return [{ code: 'records_fell', detail }];
    }
    case 'resumed':
      facts.service[index] = `No checkpoint was signed from ${leaf.lastSeal} to ${leaf.at}.`;
      return [];
    case 'founding':
      facts.service[index] =
        leaf.state === 'returned'
          ? `The store returned to its founding on ${leaf.at}: one person could enrol staff alone.`
          : `The founding to which the store had returned ended on ${leaf.at}.`;
      return [];
    case 'unknown':
      facts.unknown[leaf.name] = (facts.unknown[leaf.name] ?? 0) + 1;
      return [];
    default:
      return [];
  }
}

function addAttached({ analysis }: LogFacts, index: number, leaf: AttachedLeaf): void {
  const {
    kind,
    at,
    providerId: provider_id,
    verificationId: verification_id,
    changelogId: changelog_id,
  } = leaf;
  const sha256 = digestOf(leaf.content);
  analysis?.push({ kind, at, index, provider_id, verification_id, changelog_id, sha256 });
}

function addStatement(
  facts: LogFacts,
  index: number,
  statement: Extract<Leaf, { kind: 'statement' }>['statement'],
): Finding[] {
  const { verification_id, provider_id, final_score, risk_band, supersedes, corrects } = statement;
  const earlier = facts.statements[verification_id];
  if (earlier !== undefined) {
    const detail = `The entries ${earlier} and ${index} are statements of ${verification_id}.`;
    return [{ code: 'statement_duplicate', detail }];
  }
  const missing = [supersedes, corrects].filter((id) => id !== null && !Object.hasOwn(facts.statements, id));
  facts.statements[verification_id] = index;
  if (corrects === null || supersedes !== null)
    facts.newest[provider_id] = { verification_id, final_score, risk_band };
  else facts.ofPast[verification_id] = true;
  return missing.map((id) => ({
    code: 'leaf_missing',
    detail: `Entry ${index} refers to the indicator ${id}, which is not before it in the log.`,
  }));
}

/** A list whose lines are numbered continues the one before it. */
function addNumbered(
  facts: LogFacts,
  index: number,
  { first, last }: { first: unknown; last: unknown },
  member: 'lastMark' | 'lastNaming',
  what: string,
  plural = `${what}s`,
): Finding[] {
  const before = facts[member];
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last))
    return [{ code: 'leaf_malformed', detail: `Entry ${index} does not say which ${plural} it covers.` }];
  facts[member] = last as number;
  return before === null || first === before + 1
    ? []
    : [
        {
          code: 'sequence_gap',
          detail: `Entry ${index} begins with the ${what} ${first}, but the one before it ends with ${before}.`,
        },
      ];
}

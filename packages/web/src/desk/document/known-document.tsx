// A document that is on record already is offered with the words in which it was recorded: cited in these, it stays one piece of
// evidence.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { callAct, useRead } from '../../api/acts.ts';
import { PathLink } from '../../frame/path-link.tsx';
import { Button } from '../../ui/button.tsx';
import { inWords, utcDate } from '../../ui/format.ts';
import styles from './known-document.module.css';

export type KnownEvidence = AnswerOf<'evidence.list'>['data'][number];

/** Whether evidence with exactly these bytes is on record. */
export async function isOnRecord(sha256: string): Promise<boolean> {
  const { data } = await callAct('evidence.list', { sha256, limit: 1 });
  return data.length > 0;
}

interface KnownDocumentProps {
  sha256: string;
  /** The title that is entered now. */
  title: string;
  onUse: (evidence: KnownEvidence) => void;
}

/** Nothing for a document that is new, or whose recorded title is entered already. */
export function KnownDocument({ sha256, title, onUse }: KnownDocumentProps) {
  const known = useRead('evidence.list', { sha256, limit: 1 }).data?.data[0];
  if (known === undefined || known.title === title) return null;
  const [owner, ...others] = known.belongs_to.providers;
  const whose = owner === undefined || others.length > 0 ? '' : ` of ${owner.name}`;
  return (
    <p className={styles.known}>
      <span>
        This document is on record: <PathLink to={`/desk/evidence/${known.id}`}>{known.title}</PathLink>,{' '}
        {inWords(known.kind)}
        {whose}, {utcDate(known.evidence_date)}, grade {known.grade}.
      </span>{' '}
      <Button kind="secondary" onPress={() => onUse(known)}>
        Use what is recorded
      </Button>
    </p>
  );
}

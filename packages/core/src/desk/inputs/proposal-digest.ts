// The digest of what a person sees of a proposal. A page sends back the one that it was given, so that a decision is about what
// was shown, also if somebody changed the row for that while.

import { hash } from 'node:crypto';
import { canonicalJson } from '@rf-indicators/engine';

export interface ShownColumns {
  id: string;
  provider_id: string | null;
  slug: string | null;
  currency: string | null;
  input_id: string;
  value: string;
  renewal: number;
  proposed_by: string;
  evidence_id: string;
  kind: string;
  title: string;
  url: string | null;
  page: string | null;
  quote: string | null;
  evidence_date: string;
  grade: string;
  sha256: string | null;
  source: string | null;
  grade_reason: string | null;
  region: string | null;
  confirmation: string | null;
  shared_reason: string | null;
}

export function proposalDigest(shown: ShownColumns): string {
  const { id, provider_id, slug, currency, input_id, value, renewal, proposed_by } = shown;
  const { evidence_id, kind, title, url, page, quote, evidence_date, grade, sha256 } = shown;
  const { source, grade_reason, region, confirmation, shared_reason } = shown;
  const proposal = {
    id,
    provider_id,
    slug,
    currency,
    input_id,
    value,
    renewal: Number(renewal),
    proposed_by,
    confirmation,
    shared_reason,
  };
  const evidence = { evidence_id, kind, title, url, page, quote, evidence_date, grade, sha256 };
  const graded = { source, grade_reason, region };
  return hash('sha256', canonicalJson({ ...proposal, ...evidence, ...graded }), 'hex');
}

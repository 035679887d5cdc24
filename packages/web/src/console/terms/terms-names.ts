// The kinds of terms, in words.

import type { InputOf } from '@rf-indicators/contract/acts';

export type TermsKind = InputOf<'terms.show'>['kind'];

export const TERMS_NAMES: Readonly<Record<TermsKind, string>> = { api: 'API terms', agent: 'Agent terms' };

export const TERMS_NEEDED: Readonly<Record<TermsKind, string>> = {
  api: 'Keys can be created once they are accepted.',
  agent:
    'Only for the pilot of the agent tools: keys with the agent scope can be created once they are accepted.',
};

// The file of a provider, as the server tells it.

import type { AnswerOf } from '@rf-indicators/contract/acts';

export type ProviderFile = AnswerOf<'providers.show'>;
export type SheetRow = ProviderFile['sheet'][number];
export type TimelineEntry = AnswerOf<'providers.timeline'>['data'][number];

/** What pages show again after something about a provider has changed. */
export const CHANGES = ['providers', 'inputs', 'runs', 'requests', 'withdrawals'];

// Why a score changed, in words.

import type { ChangeKind } from '@rf-indicators/contract';

export const CHANGE_KINDS: Readonly<Record<ChangeKind, string>> = {
  methodology: 'another framework version',
  structure: 'another type or structure',
  value: 'another value',
  renewal: 'newer evidence',
  ageing: 'evidence aged',
  caps: 'hard rules',
};

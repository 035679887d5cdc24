// The members at the end of every result of a tool.

import { NOTICE } from './external-text.ts';

export interface ResultEnd {
  baseUrl: string;
  disclosure: string;
}

export function resultEnd({ baseUrl, disclosure }: ResultEnd) {
  return { verify_url: `${baseUrl}/verify`, limitations_disclosure: disclosure, notice: NOTICE };
}

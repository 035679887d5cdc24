// Teaches the validator the formats of texts that the contract defines. Imported where schemas are compiled.

import { characterProblem, TEXT_FORMATS, type TextFormat } from '@rf-indicators/contract/plain-text';
import Format from 'typebox/format';

for (const format of TEXT_FORMATS) Format.Set(format, (text) => characterProblem(text, format) === null);

/** Says which character a text may not have, for an error of the keyword `format`. Other formats keep their message. */
export function formatMessage(value: unknown, place: string, format: unknown, message: string): string {
  if (!TEXT_FORMATS.includes(format as TextFormat)) return message;
  const text = valueAt(value, place);
  return (typeof text === 'string' ? characterProblem(text, format as TextFormat) : null) ?? message;
}

function valueAt(value: unknown, place: string): unknown {
  const names = place.split('/').slice(1);
  return names.reduce<unknown>((at, name) => {
    const member = name.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[member] : undefined;
  }, value);
}

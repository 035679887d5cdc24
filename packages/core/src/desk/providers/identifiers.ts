// Reads identifiers that others issue: their normal form, and their check digits where they have any.

import { domainToASCII } from 'node:url';
import type { Identifier } from '@rf-indicators/contract';
import {
  IDENTIFIER_KINDS,
  IDENTIFIER_NAMES,
  type IdentifierKind,
} from '@rf-indicators/contract/identifier-kinds';
import type { SourcedIdentifier } from '../../context/identifiers.ts';
import type { RowReader } from '../import/row-reader.ts';
import { isHttpsAddress } from './https-address.ts';

/** Either the normal form, or what is wrong with the text. */
export type ReadIdentifier = { value: string } | { problem: string };

const MOST_IDENTIFIERS = 20;
/** Kind, value and source. */
export const LONGEST_IDENTIFIER = 600;

const READERS: Readonly<Record<IdentifierKind, (text: string) => ReadIdentifier>> = {
  lei: readLei,
  isin: readIsin,
  ticker: readTicker,
  address: readAddress,
  domain: readDomain,
};

export function isIdentifierKind(text: string): text is IdentifierKind {
  return (IDENTIFIER_KINDS as readonly string[]).includes(text);
}

export function readIdentifier(kind: IdentifierKind, text: string): ReadIdentifier {
  return READERS[kind](text.trim());
}

/** All that the text is in normal form. A ticker has to be written in upper case, because lower-case words are names. */
export function identifiersIn(text: string): Identifier[] {
  return IDENTIFIER_KINDS.flatMap((kind) => {
    const read = readIdentifier(kind, text);
    const isOne = 'value' in read && (kind !== 'ticker' || read.value === text.trim());
    return isOne ? [{ kind, value: read.value }] : [];
  });
}

/** What is wrong with a text that has the form of an LEI or ISIN; null for any other text. */
export function checkDigitProblem(text: string): string | null {
  for (const { form, kind } of [
    { form: LEI, kind: 'lei' as const },
    { form: ISIN, kind: 'isin' as const },
  ]) {
    const read = readIdentifier(kind, text);
    if (form.test(text.trim().toUpperCase()) && 'problem' in read) return read.problem;
  }
  return null;
}

const LEI = /^[A-Z0-9]{18}[0-9]{2}$/;

/** ISO 17442: the number that its characters give has the remainder 1 by 97 (ISO 7064, MOD 97-10). */
function readLei(text: string): ReadIdentifier {
  const value = text.toUpperCase();
  if (!LEI.test(value))
    return { problem: 'is not an LEI: 18 letters and digits, followed by 2 check digits' };
  let remainder = 0;
  for (const digit of asDigits(value)) remainder = (remainder * 10 + Number(digit)) % 97;
  return remainder === 1 ? { value } : { problem: 'is not an LEI: its check digits do not match' };
}

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/;

/** ISO 6166: the last digit is that of the Luhn algorithm. */
function readIsin(text: string): ReadIdentifier {
  const value = text.toUpperCase();
  if (!ISIN.test(value))
    return {
      problem: 'is not an ISIN: 2 letters, followed by 9 letters and digits and a check digit',
    };
  let sum = 0;
  for (const [at, digit] of [...asDigits(value)].reverse().entries()) {
    const doubled = Number(digit) * (at % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0 ? { value } : { problem: 'is not an ISIN: its check digit does not match' };
}

/** A is 10, B is 11, and so on. */
function asDigits(value: string): string {
  return [...value].map((character) => Number.parseInt(character, 36)).join('');
}

function readTicker(text: string): ReadIdentifier {
  const value = text.toUpperCase();
  if (/^([A-Z0-9]{4}:)?[A-Z0-9][A-Z0-9.-]{0,11}$/.test(value)) return { value };
  return {
    problem: 'is not a ticker: up to 12 characters, with a market code before it or not, as in XNAS:ABCD',
  };
}

const EVM = /^eip155:[1-9][0-9]{0,31}:0x[0-9a-f]{40}$/;

/** CAIP-10. The checksum that the case of an EVM address can have (EIP-55) is not checked. */
function readAddress(text: string): ReadIdentifier {
  const problem =
    'is not a contract address with its chain (CAIP-10), such as eip155:1:0x52908400098527886e0f7030069857d2e4169ee7';
  if (!/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/.test(text)) return { problem };
  if (!text.startsWith('eip155:')) return { value: text };
  const value = text.toLowerCase();
  return EVM.test(value) ? { value } : { problem };
}

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

function readDomain(text: string): ReadIdentifier {
  const value = domainToASCII(text);
  return HOST.test(value) ? { value } : { problem: 'is not a domain: a host name, such as provider.example' };
}

/** Reads texts of kind, value and source, such as "domain provider.example https://provider.example/imprint". */
export function readIdentifiers(row: RowReader, member: string): SourcedIdentifier[] | null {
  const texts = row.texts(member, LONGEST_IDENTIFIER);
  if (texts === null) return null;
  if (texts.length > MOST_IDENTIFIERS)
    row.addProblem(member, 'too_many', `has more than ${MOST_IDENTIFIERS} identifiers`);
  const found = new Map<string, SourcedIdentifier>();
  for (const text of texts) {
    const read = readSourced(text);
    if ('problem' in read) row.addProblem(member, 'not_identifier', `"${text}" ${read.problem}`);
    else found.set(identifierKey(read), read);
  }
  return [...found.values()].sort(
    (a, b) =>
      IDENTIFIER_KINDS.indexOf(a.kind) - IDENTIFIER_KINDS.indexOf(b.kind) || (a.value < b.value ? -1 : 1),
  );
}

function readSourced(text: string): SourcedIdentifier | { problem: string } {
  const [kind = '', given = '', source = '', ...more] = text.split(/\s+/);
  if (!isIdentifierKind(kind) || more.length > 0)
    return {
      problem: `is not a kind (${IDENTIFIER_KINDS.join(', ')}), a value and an https source, separated by spaces`,
    };
  const read = readIdentifier(kind, given);
  if ('problem' in read) return read;
  if (!isHttpsAddress(source)) return { problem: 'has no https address as its source' };
  return { kind, value: read.value, source };
}

/** What `readIdentifiers` reads. */
export function identifierText({ kind, value, source }: SourcedIdentifier): string {
  return `${kind} ${value} ${source}`;
}

export function identifierKey({ kind, value }: Identifier): string {
  return `${kind} ${value}`;
}

/** "already identifies Nova (nova)": an identifier belongs to one provider at a time. */
export function takenSentence({ kind, value }: Identifier, holder: { name: string; slug: string }): string {
  const name = IDENTIFIER_NAMES[kind];
  return `${name} ${value} already identifies ${holder.name} (${holder.slug}); remove it there first`;
}

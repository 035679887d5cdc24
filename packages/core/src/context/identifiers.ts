// Identifiers of providers, as columns of the store have them.

import type { Identifier } from '@rf-indicators/contract';

/** An identifier with the https address of the page that says so. */
export interface SourcedIdentifier extends Identifier {
  source: string;
}

/** Null for none, so that rows without any are as they were before there were identifiers. */
export function identifiersColumn(identifiers: readonly SourcedIdentifier[]): string | null {
  return identifiers.length === 0 ? null : JSON.stringify(identifiers);
}

export function readIdentifiersColumn(column: string | null): SourcedIdentifier[] {
  return column === null ? [] : (JSON.parse(column) as SourcedIdentifier[]);
}

/** Without the sources. */
export function plainIdentifiers(identifiers: readonly Identifier[]): Identifier[] {
  return identifiers.map(({ kind, value }) => ({ kind, value }));
}

export function hasAll(own: readonly Identifier[], asked: readonly Identifier[]): boolean {
  return asked.every(({ kind, value }) => own.some((one) => one.kind === kind && one.value === value));
}

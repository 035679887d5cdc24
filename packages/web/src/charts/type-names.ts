// The types of providers in words, the same on every page.

export const TYPE_NAMES: Readonly<Record<string, string>> = {
  btc: 'bitcoin',
  fiat: 'fiat',
  stablecoin: 'stablecoin',
};

/** "bitcoin" for btc. A newer server can have types that a page does not know. */
export function typeName(type: string): string {
  return TYPE_NAMES[type] ?? type;
}

/** "Bitcoin", where it stands alone. */
export function typeTitle(type: string): string {
  const name = typeName(type);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

// Checks the MACs of entries of the record chain, in their order.

import type { Queries, Writes } from '../store.ts';
import { type AuthorityTip, type ChainEntry, FIRST_AUTHORITY } from './chain.ts';
import { type ChainKey, keyIdIn } from './mac.ts';

export class MacCheck {
  readonly #key: ChainKey;
  #tip: AuthorityTip;

  /** `tip`: the last entry of an authority table before those that are checked. */
  constructor(key: ChainKey, tip: AuthorityTip = FIRST_AUTHORITY) {
    this.#key = key;
    this.#tip = tip;
  }

  /** The last entry of an authority table so far. */
  get tip(): AuthorityTip {
    return this.#tip;
  }

  /** null if the entry was made with the key, and follows the authority entry before it. */
  problemOf({ link, authority_seq, mac }: ChainEntry): string | null {
    const previous = authority_seq === null ? null : this.#tip.link;
    const isInOrder = authority_seq === null || authority_seq === this.#tip.authority_seq + 1;
    const { authority_seq: known } = this.#tip;
    // From here on with what is stored, so that one change is one finding.
    if (authority_seq !== null) this.#tip = { authority_seq, link };
    if (mac === null) return 'has no MAC: somebody added it without the master key';
    if (!isInOrder)
      return `is entry ${authority_seq} of those that decide who may do what, but follows entry ${known}`;
    if (this.#key.isRight(mac, { link, authority_seq, previous })) return null;
    const keyId = keyIdIn(mac);
    return keyId === null || this.#key.ids.includes(keyId)
      ? 'has a wrong MAC: somebody made or changed it without the master key'
      : `has a MAC of another master key, ${keyId}`;
  }
}

/** The last entry of an authority table up to this one. */
export async function authorityTipAt(db: Queries | Writes, seq: number): Promise<AuthorityTip> {
  const entry = await db
    .selectFrom('record_chain')
    .select(['authority_seq', 'link'])
    .where('authority_seq', 'is not', null)
    .where('seq', '<=', seq)
    .orderBy('authority_seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return entry === undefined ? FIRST_AUTHORITY : { authority_seq: entry.authority_seq!, link: entry.link };
}

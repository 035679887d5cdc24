// The keys of the log: the first one, and those that its rotations lead to. Each is valid for the entries between its
// rotations. A rotation counts only if the old and the new key signed it.

import { checkSignature, parseVerifierKey, type Signature, type VerifierKey } from '@rf-indicators/engine';
import { alarm } from './alarm.ts';
import type { Leaf } from './leaf.ts';

export interface HistoricKey {
  key: VerifierKey;
  /** The index of its rotation; 0 for the first key. */
  from: number;
}

/** As the state file has it. */
export interface StoredKey {
  key: string;
  from: number;
}

export class KeyHistory {
  readonly #keys: HistoricKey[];

  constructor(keys: readonly HistoricKey[] = []) {
    this.#keys = [...keys];
  }

  static async read(stored: readonly StoredKey[]): Promise<KeyHistory> {
    const keys: HistoricKey[] = [];
    for (const { key, from } of stored) keys.push({ key: await parseVerifierKey(key), from });
    return new KeyHistory(keys);
  }

  stored(): StoredKey[] {
    return this.#keys.map(({ key, from }) => ({ key: key.text, from }));
  }

  /** A log without rotations has the pinned key alone. Otherwise the pinned key must be one of its keys. */
  requirePinned(pinned: VerifierKey): void {
    if (this.#keys.length === 0) this.#keys.push({ key: pinned, from: 0 });
    if (this.#keys.some(({ key }) => key.text === pinned.text)) return;
    throw alarm('key_not_in_log', `The rotations of the log do not lead to or from ${pinned.id}.`);
  }

  /** The keys that may have signed an entry, or the checkpoint that ends with it. A rotation is signed by two. */
  at(index: number): VerifierKey[] {
    return this.#keys
      .filter(({ from }, position) => from <= index && index <= (this.#keys[position + 1]?.from ?? Infinity))
      .map(({ key }) => key);
  }

  keys(): VerifierKey[] {
    return this.#keys.map(({ key }) => key);
  }

  texts(): string[] {
    return this.#keys.map(({ key }) => key.text);
  }

  async rotate(index: number, { rotation, signatures }: Extract<Leaf, { kind: 'rotation' }>): Promise<void> {
    const { oldKey, newKey } = await readRotation(rotation).catch((error: Error) => {
      throw alarm(
        'leaf_malformed',
        `Entry ${index} is a rotation of keys that cannot be read: ${error.message}`,
      );
    });
    for (const [position, key] of [oldKey, newKey].entries()) {
      const verdict = await checkSignature(rotation, signatures[position] as Signature, [key]).catch(
        () => 'invalid',
      );
      if (verdict !== 'valid')
        throw alarm(
          'rotation_unsigned',
          `Entry ${index} rotates to ${newKey.id}, but ${key.id} did not sign it.`,
        );
    }
    if (this.#keys.length === 0) this.#keys.push({ key: oldKey, from: 0 });
    const current = this.#keys.at(-1)!.key;
    if (this.#keys.some(({ key }) => key.text === newKey.text))
      throw alarm(
        'rotated_back',
        `Entry ${index} rotates from ${oldKey.id} to ${newKey.id}, which was a key before.`,
      );
    if (current.text !== oldKey.text || newKey.name !== oldKey.name)
      throw alarm(
        'rotation_broken',
        `Entry ${index} rotates from ${oldKey.id} to ${newKey.id}, but ${current.id} was the current key.`,
      );
    this.#keys.push({ key: newKey, from: index });
  }
}

async function readRotation(
  rotation: Record<string, string>,
): Promise<{ oldKey: VerifierKey; newKey: VerifierKey }> {
  return {
    oldKey: await parseVerifierKey(String(rotation.old_key)),
    newKey: await parseVerifierKey(String(rotation.new_key)),
  };
}

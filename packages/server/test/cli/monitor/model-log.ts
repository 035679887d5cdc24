// A publisher in memory with a log of every kind of entry, served on a real port. A test can make it dishonest: it holds
// the signing key, so whatever it serves is signed as it wants.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  appendLeaves,
  canonicalJson,
  formatCheckpoint,
  inclusionProofFrom,
  type JsonValue,
  leafHash,
  makeConfirmation,
  parseSignerKey,
  readNodesFrom,
  rootFrom,
  type Signature,
  type Signer,
  signerKeyFromSeed,
  signNote,
  signObject,
  type TreeNode,
  verificationId,
} from '@rf-indicators/engine';
import { cleanUp, type Lifetime } from '../../../../../test/support/lifetime.ts';

const WIDTH = 256;
const ORIGIN = 'model.example/log';

export interface ModelStatement {
  statement: Record<string, string | null>;
  signature: Signature;
  index: number;
  treeSize: number;
}

interface Row {
  name?: string;
  slug?: string;
  provider_subtype?: string;
  id: string;
  final_score: number;
  risk_band: string;
  verification_id: string;
  stale: boolean;
  review?: JsonValue;
}

interface Attached {
  kind: 'rationale' | 'disclosures' | 'review';
  provider: string;
  /** The entry of the changelog that a rationale explains. */
  entry: string | null;
  content: JsonValue;
}

export function keyNumber(seed: number, name = ORIGIN): Promise<Signer> {
  return signerKeyFromSeed(name, new Uint8Array(32).fill(seed)).then(({ signer }) => parseSignerKey(signer));
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export class ModelLog {
  leaves: string[] = [];
  keys: Signer[] = [];
  statements = new Map<string, ModelStatement>();
  lists = new Map<number, string>();
  confirmations = new Map<string, object>();
  changelog: Record<string, JsonValue>[] = [];
  namings = 0;
  rows = new Map<string, Row>();
  /** Answers that are given instead of the true ones, by path. A null is a 404. */
  instead = new Map<string, string | Buffer | null>();
  /** Tells the note that is served, if it is not the newest one. */
  note: string | null = null;
  nodes: TreeNode[] = [];
  /** What is served of each leaf of this kind, by its entry. */
  attached = new Map<number, Attached>();
  marks = 0;
  records = 0;
  packages = 0;
  now = Date.parse('2026-05-01T06:00:00Z');
  url = '';

  static async start(t: Lifetime): Promise<ModelLog> {
    const log = new ModelLog();
    log.keys.push(await keyNumber(1));
    const server = createServer((request, response) => {
      log.answer(request.url!).then(
        (body) => {
          response.statusCode = body === null ? 404 : 200;
          response.end(body ?? '');
        },
        (error) => {
          response.statusCode = 500;
          response.end(String(error.stack));
        },
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUp(t, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    log.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return log;
  }

  get signer(): Signer {
    return this.keys.at(-1)!;
  }

  at(): string {
    this.now += 60_000;
    return new Date(this.now).toISOString();
  }

  // Acts of an honest publisher.

  async publish(provider: string, score: string, band = 'MEDIUM'): Promise<string> {
    const before = this.rows.get(provider)?.verification_id ?? null;
    const statement = this.statementOf(provider, score, band, before);
    const id = statement.verification_id!;
    const index = this.leaves.length;
    this.add(statement);
    const line = {
      corrects: null,
      kind: 'score_change',
      reason: null,
      renews: null,
      supersedes: before,
      verification_id: id,
    };
    this.addList({ leaf: 'publication', publication: `publication ${index}` }, [line]);
    this.rows.set(provider, {
      id: provider,
      final_score: Number(score),
      risk_band: band,
      verification_id: id,
      stale: false,
    });
    this.addEntry(provider, id, 'score_change');
    await this.sign();
    this.statements.set(id, {
      statement,
      signature: await signObject(statement, this.signer),
      index,
      treeSize: this.leaves.length,
    });
    return id;
  }

  statementOf(provider: string, score: string, band: string, supersedes: string | null) {
    this.packages += 1;
    const package_hash = sha256(`package ${this.packages}`);
    return {
      as_of: '2026-05-01T00:00:00Z',
      corrects: null,
      final_score: score,
      framework_version: 'RF Framework v1.0',
      methodology_digest: sha256('framework'),
      package_hash,
      planner_type: 'btc',
      provider_id: provider,
      provider_name: provider.toUpperCase(),
      risk_band: band,
      supersedes,
      verification_id: verificationId(package_hash),
    } as Record<string, string | null>;
  }

  async withdraw(provider: string): Promise<void> {
    const { verification_id } = this.rows.get(provider)!;
    this.rows.delete(provider);
    this.add({
      leaf: 'withdrawal',
      version: 1,
      at: this.at(),
      provider_id: provider,
      verification_id,
      reason: 'Closed.',
    });
    this.addEntry(provider, verification_id, 'withdrawn');
    await this.sign();
  }

  async markStale(provider: string, stale: boolean): Promise<void> {
    const row = this.rows.get(provider)!;
    row.stale = stale;
    this.marks += 1;
    const at = this.at();
    const line = {
      marked_at: at,
      provider_id: provider,
      stale_reason: stale ? 'The gate was last checked on 2026-01-01.' : null,
      stale_since: stale ? at : null,
      verification_id: row.verification_id,
    };
    this.addList({ leaf: 'staleness', first: this.marks, last: this.marks }, [line]);
    await this.sign();
  }

  async confirm(run: string): Promise<void> {
    const verificationIds = [...this.rows.values()].map(({ verification_id }) => verification_id);
    const made = await makeConfirmation({ at: this.at(), run, verificationIds });
    const index = this.leaves.length;
    this.add(made.record as unknown as Record<string, JsonValue>);
    await this.sign();
    const size = this.leaves.length;
    const log = await this.proof(index, size);
    const data = { ...made, signature: await signObject(made.record, this.signer), log };
    this.confirmations.set(run, { data, limitations_disclosure: '' });
  }

  async rotate(next: Signer, given: { old?: Signer; signers?: Signer[] } = {}): Promise<void> {
    const { old = this.signer } = given;
    const { signers = [old, next] } = given;
    const rotation = {
      kind: 'key_rotation',
      new_key: next.verifierKey,
      old_key: old.verifierKey,
      rotated_at: this.at(),
    };
    const signatures = await Promise.all(signers.map((signer) => signObject(rotation, signer)));
    this.leaves.push(canonicalJson({ rotation, signatures } as unknown as JsonValue));
    this.keys.push(next);
    await this.sign();
  }

  /** Explains the last change of a provider, or says something else about it from now on. */
  async attach(kind: Attached['kind'], provider: string, content: JsonValue): Promise<void> {
    const { verification_id } = this.rows.get(provider)!;
    const change = this.changelog.find((entry) => entry.provider_id === provider)!;
    const entry = kind === 'rationale' ? String(change.id) : null;
    const value = kind === 'rationale' ? { changelog_id: entry, text: content } : { [kind]: content };
    this.attached.set(this.leaves.length, { kind, provider, entry, content });
    if (kind === 'rationale') change.rationale = content;
    if (kind === 'review') this.rows.get(provider)!.review = content;
    this.add({ leaf: kind, version: 1, at: this.at(), provider_id: provider, verification_id, ...value });
    await this.sign();
  }

  async addRecords(): Promise<void> {
    this.records += 5;
    this.add({
      leaf: 'records',
      version: 1,
      at: this.at(),
      count: this.records,
      head: sha256(`head ${this.records}`),
    });
    await this.sign();
  }

  /** The list of scores has these names from now on, and so has the log. */
  async name(provider: string, name: string): Promise<void> {
    const names = { name, slug: provider, provider_subtype: 'cefi' };
    Object.assign(this.rows.get(provider)!, names);
    const line = {
      provider_id: provider,
      ...names,
      aliases: [],
      website: null,
      reason: null,
      named_at: this.at(),
    };
    this.namings += 1;
    this.addList({ leaf: 'names', first: this.namings, last: this.namings }, [line]);
    await this.sign();
  }

  async addService(content: Record<string, JsonValue>): Promise<void> {
    this.add({ ...content, version: 1, at: this.at() });
    await this.sign();
  }

  async announce(leaf: string): Promise<void> {
    this.add({ leaf, version: 1, at: this.at(), digest: sha256('framework 2') });
    await this.sign();
  }

  // Parts.

  add(value: Record<string, JsonValue>): void {
    this.leaves.push(canonicalJson(value));
  }

  addList(leaf: Record<string, JsonValue>, lines: Record<string, JsonValue>[]): void {
    const body = lines.map((line) => `${canonicalJson(line)}\n`).join('');
    this.lists.set(this.leaves.length, body);
    this.add({ ...leaf, version: 1, at: this.at(), list: { count: lines.length, sha256: sha256(body) } });
  }

  addEntry(provider: string, verification_id: string, kind: string): void {
    const id = `entry-${this.changelog.length + 1}`;
    const entry = {
      id,
      provider_id: provider,
      kind,
      reason: `The reason of ${id}.`,
      verification_id,
      changed_at: this.at(),
    };
    this.addList({ leaf: 'changelog', first: id, last: id }, [entry]);
    const { disclosures, review } = this.#saidOf(provider);
    this.changelog.unshift({ ...entry, rationale: null, disclosures, review });
  }

  /** What was last said of a provider. */
  #saidOf(provider: string): Record<Attached['kind'], JsonValue> {
    const said: Record<Attached['kind'], JsonValue> = { rationale: null, disclosures: null, review: null };
    for (const { kind, provider: owner, content } of this.attached.values())
      if (owner === provider) said[kind] = content;
    return said;
  }

  async sign(signers: readonly Signer[] = [this.signer], origin = ORIGIN): Promise<string> {
    const hashes = await Promise.all(this.leaves.map((leaf) => leafHash(Buffer.from(leaf))));
    const none = () => Promise.reject(new Error('the tree is empty'));
    this.nodes = await appendLeaves(0, none, hashes);
    this.note = await this.noteOf(this.leaves.length, signers, origin);
    return this.note;
  }

  async noteOf(
    treeSize: number,
    signers: readonly Signer[] = [this.signer],
    origin = ORIGIN,
  ): Promise<string> {
    const rootHash = await rootFrom(treeSize, readNodesFrom(this.nodes));
    return signNote(formatCheckpoint({ origin, treeSize, rootHash }), signers);
  }

  async proof(index: number, tree_size: number) {
    const hashes = await inclusionProofFrom(tree_size, index, readNodesFrom(this.nodes));
    return {
      index,
      tree_size,
      inclusion_proof: hashes.map((hash) => Buffer.from(hash).toString('base64')),
      checkpoint: await this.noteOf(tree_size, [this.keys.at(this.#keyAt(tree_size - 1))!]),
    };
  }

  /** The position of the key that signs the checkpoint that ends with an entry. */
  #keyAt(index: number): number {
    return this.leaves.slice(0, index + 1).filter((leaf) => leaf.startsWith('{"rotation"')).length;
  }

  async proofOf(id: string): Promise<object | null> {
    const found = this.statements.get(id);
    if (found === undefined) return null;
    const { statement, signature, index, treeSize } = found;
    return {
      verification_id: id,
      statement,
      signature,
      log: await this.proof(index, treeSize),
      followed_by: {},
      ...(await this.#attachedTo(id, statement.provider_id!)),
    };
  }

  /** As the service shows it: of the current indicator the newest of each kind, and of others nothing. */
  async #attachedTo(id: string, provider: string): Promise<object> {
    const shown: Record<string, JsonValue> = { rationale: null, disclosures: null, review: null };
    if (this.rows.get(provider)?.verification_id !== id) return shown;
    const news = this.changelog.find(({ provider_id }) => provider_id === provider)!.id;
    const newest = new Map<string, number>();
    for (const [index, { kind, provider: owner, entry }] of this.attached) {
      if (owner === provider && (entry === null || entry === news)) newest.set(kind, index);
    }
    const attachments: object[] = [];
    for (const [kind, index] of newest) {
      shown[kind] = this.attached.get(index)!.content;
      if (shown[kind] === null) continue;
      const log = await this.proof(index, this.leaves.length);
      attachments.push({ kind, leaf: this.leaves[index], log });
    }
    return { ...shown, attachments };
  }

  async answer(path: string): Promise<string | Buffer | null> {
    if (this.instead.has(path)) return this.instead.get(path)!;
    if (path === '/log/checkpoint') return this.note;
    const [, level, tile, partial] = /^\/log\/tile\/(\w+)\/(\d{3})(?:\.p\/(\d+))?$/.exec(path) ?? [];
    if (level !== undefined) return this.#tile(level, Number(tile), Number(partial ?? WIDTH));
    const [, list] = /^\/log\/lists\/(\d+)$/.exec(path) ?? [];
    if (list !== undefined) return this.lists.get(Number(list)) ?? null;
    const [, kind, id] = /^\/api\/public\/(verify|confirmations)\/(.+)$/.exec(path) ?? [];
    const found = kind === 'verify' ? await this.proofOf(id!) : (this.confirmations.get(id ?? '') ?? null);
    if (kind !== undefined) return found === null ? null : JSON.stringify(found);
    if (path === '/api/public/scores') return JSON.stringify({ data: [...this.rows.values()] });
    if (path.startsWith('/api/public/changelog'))
      return JSON.stringify({ data: this.changelog, next_cursor: null });
    if (path === '/api/public/keys')
      return JSON.stringify({ data: this.keys.map(({ verifierKey }) => ({ public_key: verifierKey })) });
    return null;
  }

  #tile(level: string, tile: number, width: number): Buffer | null {
    const first = tile * WIDTH;
    if (level === 'entries') {
      const entries = this.leaves.slice(first, first + width).map((leaf) => Buffer.from(leaf));
      if (entries.length < width) return null;
      return Buffer.concat(
        entries.flatMap((entry) => [Buffer.from([entry.length >> 8, entry.length & 255]), entry]),
      );
    }
    const hashes = this.nodes.filter(
      (node) => node.level === Number(level) * 8 && node.index >= first && node.index < first + width,
    );
    return hashes.length < width ? null : Buffer.concat(hashes.map(({ hash }) => hash));
  }
}

/** A log with something of everything, in which all is well. */
export async function honestLog(t: Lifetime): Promise<ModelLog> {
  const log = await ModelLog.start(t);
  await log.publish('acorn', '76.98');
  await log.publish('birch', '41.10', 'HIGH');
  await log.name('acorn', 'Acorn');
  await log.publish('cedar', '88.00', 'LOW');
  await log.publish('acorn', '70.00');
  await log.name('acorn', 'Acorn Lending');
  await log.markStale('birch', true);
  await log.confirm('00000000-0000-7000-8000-000000000001');
  await log.announce('announcement');
  await log.announce('cancellation');
  await log.addService({ leaf: 'resumed', last_seal: '2026-04-01T00:00:00Z' });
  await log.addService({ leaf: 'founding', state: 'returned' });
  await log.addRecords();
  await log.withdraw('cedar');
  await log.rotate(await keyNumber(2));
  await log.publish('dogwood', '55.55');
  await log.publish('birch', '43.00', 'HIGH');
  await log.markStale('acorn', true);
  await log.attach('rationale', 'acorn', 'The reserves fell.');
  await log.attach('disclosures', 'acorn', { paid_by_provider: false });
  await log.attach('disclosures', 'acorn', { paid_by_provider: true });
  await log.attach('review', 'acorn', { direction: 'down', reason: 'A merger.' });
  await log.attach('review', 'birch', { direction: 'up', reason: 'An audit.' });
  await log.attach('review', 'birch', null);
  await log.addRecords();
  return log;
}

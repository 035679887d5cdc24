// Published indicators, written past the desk: real packages, statements, signatures and log entries, in an order and at
// times that the test chooses. For tests of what is read.

import type { TestContext } from 'node:test';
import type { PublicationKind } from '@rf-indicators/contract';
import type { Context } from '@rf-indicators/core/context/context';
import { refreshServed } from '@rf-indicators/core/desk/served/refresh';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { prepareAppend, writeAppend } from '@rf-indicators/core/log/store';
import type { Database, LeafKind } from '@rf-indicators/core/store/schema';
import type { StoreKind } from '@rf-indicators/core/store/store';
import {
  canonicalJson,
  frameworkVersion,
  type JsonValue,
  loadMethodology,
  makeConfirmation,
  makePackage,
  makeStatement,
  type PackagedFact,
  type PackagedInput,
  type PlannerType,
  signObject,
} from '@rf-indicators/engine';
import { framework, keyOf, samples, signed } from './desk-fixture.ts';
import { type FoundedDesk, foundedDesk } from './founded-desk.ts';
import { emptyLocation } from './stores.ts';

export const PROVIDER_ID = '0196a0b0-0000-7000-8000-000000000001';
const DAY = 24 * 60 * 60 * 1000;
const SAMPLE = samples.find(({ provider_id }) => provider_id === 'FX-01')!;

export interface NewIndicator {
  at: number;
  kind: PublicationKind;
  renews?: string | null;
  supersedes?: string | null;
  corrects?: string | null;
  /** Values of the sample's inputs to replace. */
  values?: Readonly<Record<string, string>>;
  /** Inputs that were derived, by id. */
  derived?: readonly string[];
  /** Absent from older packages. */
  yields?: readonly [min: string, max: string];
  contested?: readonly object[];
}

export class PublishedRows {
  readonly context: Context;
  readonly founded: FoundedDesk;
  readonly #methodology = loadMethodology(framework());
  #digest = '';

  private constructor(founded: FoundedDesk) {
    this.founded = founded;
    this.context = founded.desk;
  }

  static async create(kind: StoreKind, t: TestContext): Promise<PublishedRows> {
    const rows = new PublishedRows(await foundedDesk(await emptyLocation(kind, t), t));
    await rows.#addFramework();
    await rows.#addProvider();
    return rows;
  }

  get db() {
    return this.context.store.db;
  }

  get #by(): string {
    return this.founded.founded.operator.id;
  }

  /** Publishes an indicator, which becomes the current one unless it corrects an older one. Returns its id. */
  async publish(given: NewIndicator): Promise<string> {
    const { at, kind, renews = null, supersedes = null, corrects = null, contested = [] } = given;
    const packaged = await this.#packageOf(given);
    const { package: content, package_hash, verification_id } = packaged;
    const { final_score, band } = content.result;
    const statement = makeStatement(this.#methodology, packaged, { supersedes, corrects });
    const signature = JSON.stringify(await signObject(statement, await this.#signer()));
    await this.db
      .insertInto('packages')
      .values({
        package_hash,
        verification_id,
        methodology_digest: this.#digest,
        uncompressed: canonicalJson(content as unknown as JsonValue),
      })
      .execute();
    const leaf = canonicalJson(statement as unknown as JsonValue);
    const published = await this.#publication(at, 'statement', leaf);
    const scored = { final_score: Math.round(Number(final_score) * 100), risk_band: band };
    await this.#item(published, { ...scored, verification_id, package_hash, kind, corrects }, contested);
    await this.db
      .insertInto('indicators')
      .values({
        ...{ verification_id, package_hash, statement: leaf, signature, ...scored },
        ...{ kind, renews, supersedes, corrects, correction_reason: corrects === null ? null : 'An error.' },
        ...{ provider_id: PROVIDER_ID, publication_id: published.id, log_index: published.index },
        ...{ methodology_digest: this.#digest, as_of: at, known_at: at, published_at: at, caps: '' },
      })
      .execute();
    if (corrects === null || supersedes !== null) await this.#serve(verification_id, at, contested);
    await this.#refresh();
    return verification_id;
  }

  /** A run that found an indicator unchanged; returns the run's id. */
  async confirm(verificationId: string, at: number, contested: readonly object[] = []): Promise<string> {
    const run = this.context.newId();
    const instant = new Date(at).toISOString();
    const made = await makeConfirmation({ at: instant, run, verificationIds: [verificationId] });
    const record = canonicalJson(made.record as unknown as JsonValue);
    const published = await this.#publication(at, 'confirmation', record, run);
    await this.#item(published, { action: 'verify', base_verification_id: verificationId }, contested);
    await this.db
      .insertInto('confirmations')
      .values({
        run_id: run,
        publication_id: published.id,
        confirmed_at: at,
        record,
        signature: JSON.stringify(await signObject(made.record, await this.#signer())),
        verification_ids: JSON.stringify(made.verification_ids),
        log_index: published.index,
      })
      .execute();
    await this.#update({ verified_at: at, confirmed_by: run, contested: JSON.stringify(contested) });
    await this.#refresh();
    return run;
  }

  async markStale(verificationId: string, at: number, reason: string | null): Promise<void> {
    const mark = { stale_since: reason === null ? null : at, stale_reason: reason };
    await this.#update(mark);
    const { last } = await this.db
      .selectFrom('stale_marks')
      .select(({ fn }) => fn.max('seq').as('last'))
      .executeTakeFirstOrThrow();
    await this.db
      .insertInto('stale_marks')
      .values({
        seq: Number(last ?? 0) + 1,
        provider_id: PROVIDER_ID,
        verification_id: verificationId,
        marked_at: at,
        ...mark,
      })
      .execute();
    await this.#refresh();
  }

  async withdraw(verificationId: string, at: number): Promise<void> {
    await this.#update({ verification_id: null, withdrawn_at: at, withdrawn_reason: 'It closed.' });
    await this.db
      .insertInto('withdrawals')
      .values({
        id: this.context.newId(),
        provider_id: PROVIDER_ID,
        verification_id: verificationId,
        reason: 'It closed.',
        withdrawn_at: at,
        withdrawn_by: this.#by,
        approved_by: null,
      })
      .execute();
    await this.#refresh();
  }

  async recordFact(fact_id: string, value: string, recorded_at: number): Promise<void> {
    const row = { provider_id: PROVIDER_ID, currency: null, fact_id, value, recorded_at };
    await this.db.insertInto('recorded_facts').values(row).execute();
  }

  async #packageOf({ at, values = {}, derived = [], yields }: NewIndicator) {
    const evidence = await this.#evidence();
    const reference = (
      id: string,
      [, input]: [string, { value: string; grade: string; evidence_date: string }],
    ) => {
      const isDerived = derived.includes(id);
      return {
        ...input,
        value: values[id] ?? input.value,
        evidence: isDerived ? null : { id: evidence },
        approval: isDerived ? { derived: 'E2', from: ['yield_max', 'reference_rate'] } : null,
      };
    };
    const packaged = (inputs: typeof SAMPLE.inputs): Record<string, PackagedInput> =>
      Object.fromEntries(Object.entries(inputs).map((entry) => [entry[0], reference(entry[0], entry)]));
    const fact = (value: string): PackagedFact => ({
      value,
      grade: 'B',
      evidence_date: '2026-03-31',
      evidence: { id: evidence },
      approval: null,
    });
    const made = await makePackage(this.#methodology, {
      provider: {
        id: PROVIDER_ID,
        name: SAMPLE.name,
        planner_type: SAMPLE.planner_type as PlannerType,
        flags: SAMPLE.flags,
      },
      as_of: new Date(at).toISOString().replace('.000Z', 'Z'),
      configuration: {},
      gates: packaged(SAMPLE.gates),
      inputs: packaged(SAMPLE.inputs),
      facts: yields && { yield_min: fact(yields[0]), yield_max: fact(yields[1]) },
    });
    if (made.packaged === null) throw new Error(`not scored: ${JSON.stringify(made.outcome)}`);
    return made.packaged;
  }

  /** One document serves as the evidence of everything. */
  async #evidence(): Promise<string> {
    const id = '0196a0b0-0000-7000-8000-00000000000e';
    await this.db
      .insertInto('evidence')
      .values({
        ...{ id, kind: 'attestation', title: 'Reserve attestation', url: 'https://example.org/a.pdf' },
        ...{ page: 'p. 4', quote: null, evidence_date: '2026-03-31', grade: 'D', sha256: null },
        ...{ recorded_at: 0, recorded_by: this.#by },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return id;
  }

  #signer() {
    return currentSigner(this.db, this.founded.masterKey);
  }

  /** A published run with one entry in the log. */
  async #publication(at: number, kind: LeafKind, leaf: string, run = this.context.newId()) {
    const id = this.context.newId();
    const append = await this.context.store.transaction(async (writes) => {
      const signer = await currentSigner(writes, this.founded.masterKey);
      const prepared = await prepareAppend(writes, [{ kind, leaf }], [signer]);
      await writeAppend(writes, prepared, at);
      return prepared;
    });
    await this.db
      .insertInto('runs')
      .values({
        ...{ id: run, kind: 'manual', status: 'published', as_of: at, known_at: at, created_by: this.#by },
        ...{ corrects_proposal: null, corrected_by_proposal: null, reason: null, finished_at: at },
        ...{ created_at: at, methodology_digest: this.#digest },
        configuration_digest: this.founded.founded.configurationDigest,
      })
      .execute();
    await this.db
      .insertInto('publications')
      .values({
        ...{ id, run_id: run, published_at: at, published_by: this.#by, approved_by: null },
        tree_size: append.treeSize,
      })
      .execute();
    return { id, run, at, index: append.baseSize };
  }

  async #item(
    { id, run, at }: { id: string; run: string; at: number },
    item: Partial<Database['run_items']>,
    contested: readonly object[],
  ): Promise<void> {
    await this.db
      .insertInto('run_items')
      .values({
        ...{ run_id: run, provider_id: PROVIDER_ID, as_of: at, outcome: 'SCORED', outcome_detail: null },
        ...{
          verification_id: null,
          package_hash: null,
          final_score: null,
          risk_band: null,
          action: 'publish',
        },
        ...{ causes: '[]', change: null, base_verification_id: null, corrects: null, kind: null },
        ...item,
        publication_id: id,
        contested: JSON.stringify(contested),
      })
      .execute();
  }

  async #serve(verification_id: string, at: number, contested: readonly object[]): Promise<void> {
    const state = {
      ...{ verification_id, verified_at: at, stale_since: null, stale_reason: null },
      ...{ withdrawn_at: null, withdrawn_reason: null, confirmed_by: null },
      ...{ contested: JSON.stringify(contested), unscorable_since: null, unscorable_reason: null },
    };
    await this.db
      .insertInto('provider_states')
      .values({ provider_id: PROVIDER_ID, ...state })
      .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(state))
      .execute();
  }

  async #refresh(): Promise<void> {
    await this.context.store.transaction((writes) => refreshServed(writes, [PROVIDER_ID]));
  }

  async #update(state: Partial<Database['provider_states']>): Promise<void> {
    await this.db.updateTable('provider_states').set(state).where('provider_id', '=', PROVIDER_ID).execute();
  }

  async #addProvider(): Promise<void> {
    const created = { created_at: 0, retired_at: null };
    await this.db
      .insertInto('providers')
      .values({ id: PROVIDER_ID, slug: 'northgate', ...created })
      .execute();
    await this.db
      .insertInto('provider_versions')
      .values({
        ...{ provider_id: PROVIDER_ID, version: 1, recorded_at: 0, recorded_by: this.#by, name: SAMPLE.name },
        ...{ aliases: '[]', subtype: SAMPLE.provider_subtype, website: null },
      })
      .execute();
  }

  async #addFramework(): Promise<void> {
    const { document } = this.#methodology;
    const officer = await keyOf('officer', 9);
    const signOff = await signed(document, officer);
    this.#digest = signOff.digest;
    const [digest, by] = [this.#digest, this.#by];
    await this.db
      .insertInto('officer_keys')
      .values({
        ...{ key_id: officer.id, staff_id: by, public_key: officer.verifierKey, enrolled_at: 0 },
        ...{ enrolled_by: by, retired_at: null },
      })
      .execute();
    await this.db
      .insertInto('methodologies')
      .values({
        ...{ digest, version: document.methodology_version, framework_version: frameworkVersion(document) },
        ...{
          effective_from: document.effective_from,
          document: canonicalJson(document as unknown as JsonValue),
        },
        ...{ imported_at: 0, imported_by: by },
      })
      .execute();
    await this.db
      .insertInto('methodology_sign_offs')
      .values({ digest, staff_id: by, key_id: officer.id, sign_off: JSON.stringify(signOff), recorded_at: 0 })
      .execute();
    await this.db
      .insertInto('methodology_activations')
      .values({ digest, activated_by: by, activated_at: 0, impact: '{}', notes: '' })
      .execute();
  }
}

/** Ten in the morning, so many days after the sample was scored; the signing key is an hour older. */
export function morning(day: number): number {
  return Date.parse(`${SAMPLE.scoring_date}T10:00:00Z`) + day * DAY;
}

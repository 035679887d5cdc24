// Every read of the desk, the console, the API and the pages, each with every filter that it has, and the acts that people
// perform all day. It is performed without HTTP, by the functions that the threads of the service call.

import { OPERATIONS, type Operation } from '@rf-indicators/contract';
import { ACTS, type Act, type ActName } from '@rf-indicators/contract/acts';
import type { Member } from '@rf-indicators/core/accounts/members';
import type { Caller } from '@rf-indicators/core/acts/caller';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { ActServices } from '@rf-indicators/core/acts/services';
import type { Actor } from '@rf-indicators/core/context/actor';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { READS, type ReadId } from '../../src/api/reads.ts';
import { plainBytes } from '../../src/rendering/body.ts';
import { PAGE_READS } from '../../src/rendering/pages/reads.ts';
import type { PageReadId, Parameters, Reading } from '../../src/rendering/reading.ts';
import { answer } from '../../src/workers/reading/answering.ts';

/** Values for members of inputs and for parameters, by name or by act and name. */
export type Samples = Readonly<Record<string, unknown>>;

interface Schema {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  items?: Schema;
  minimum?: number;
}

interface ObjectSchema {
  properties: Readonly<Record<string, Schema>>;
  required?: readonly string[];
}

/** What an input or the parameters can be: the least that is required, and that with each other member in turn. */
export function variantsOf(name: string, given: ObjectSchema, samples: Samples): Record<string, unknown>[] {
  const required = given.required ?? [];
  const least: Record<string, unknown> = {};
  for (const member of required)
    least[member] = valuesOf(name, member, given.properties[member]!, samples)[0];
  const variants = [least];
  for (const [member, schema] of Object.entries(given.properties)) {
    if (member === 'cursor' || member === 'workspace') continue;
    for (const value of valuesOf(name, member, schema, samples)) variants.push({ ...least, [member]: value });
  }
  return variants;
}

function valuesOf(name: string, member: string, schema: Schema, samples: Samples): readonly unknown[] {
  const sample = samples[`${name} ${member}`] ?? samples[member];
  if (sample !== undefined) return [sample];
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum !== undefined) return schema.enum;
  if (schema.type === 'boolean') return [true, false];
  if (schema.type === 'array' && schema.items?.enum !== undefined)
    return schema.items.enum.map((one) => [one]);
  const choices = schema.anyOf?.flatMap((one) =>
    'enum' in one || 'const' in one ? valuesOf(name, member, one, samples) : [],
  );
  if (choices !== undefined && choices.length > 0) return choices;
  throw new Error(`The walk has no sample for the member ${member} of ${name}.`);
}

export interface Walker {
  services: ActServices;
  reading: Reading;
  /** Reads whatever analysts may read. */
  analyst: Actor;
  /** Reads the rest. */
  operator: Actor;
  member: Member;
  samples: Samples;
  /** Called around each step. */
  during<T>(what: string, work: () => Promise<T>): Promise<T>;
}

/** These answer only in a process that serves. */
const NOT_WITHOUT_SERVICE: readonly string[] = ['service.examine'];

export async function readDesk(walker: Walker): Promise<void> {
  const { services, samples, during } = walker;
  for (const [name, act] of Object.entries(ACTS) as [ActName, Act][]) {
    if (act.kind !== 'read') continue;
    const caller = callerOf(act, walker);
    const read = (input: object) => during(name, () => performAct(services, caller, name, input as never));
    let refusal: unknown = null;
    let answers = 0;
    for (const input of variantsOf(name, act.input as ObjectSchema, samples)) {
      try {
        const { next_cursor: cursor = null } = (await read(input)) as { next_cursor?: string | null };
        answers += 1;
        if (cursor !== null) await read({ ...input, cursor });
      } catch (error) {
        // Some members of an input exclude each other.
        if (!(error instanceof Refusal)) throw error;
        refusal = error;
      }
    }
    if (answers === 0 && !NOT_WITHOUT_SERVICE.includes(name)) throw refusal;
  }
}

function callerOf({ who }: Act, { analyst, operator, member }: Walker): Caller {
  if (who.member !== undefined) return { kind: 'member', member, from: 'a test' };
  return { kind: 'staff', actor: who.staff?.includes('analyst') ? analyst : operator };
}

/** A framework that replaced another one would take a world of its own; it is found by its version. */
const NOT_IN_WORLD: readonly string[] = ['getMethodologyDifferences'];

export async function readPublished({ reading, samples, during }: Walker): Promise<void> {
  const read = async (id: ReadId | PageReadId, parameters: object) => {
    const prepared = await during(id, () => answer(reading, id, parameters as Parameters));
    return 'problem' in prepared ? prepared : { text: Buffer.from(plainBytes(prepared.body)).toString() };
  };
  for (const id of Object.keys(READS) as ReadId[]) {
    const { params, query }: Operation = OPERATIONS[id];
    const [path] = variantsOf(id, params as ObjectSchema, samples);
    let problem: unknown = null;
    let answers = 0;
    for (const parameters of variantsOf(id, query as ObjectSchema, samples)) {
      const found = await read(id, { ...path, ...parameters });
      if ('problem' in found) {
        problem = found;
        continue;
      }
      answers += 1;
      const [, cursor] = /"next_cursor":"([^"]+)"/.exec(found.text) ?? [];
      if (cursor !== undefined) await read(id, { ...path, ...parameters, cursor });
    }
    if (answers === 0 && !NOT_IN_WORLD.includes(id)) throw new Error(`${id}: ${JSON.stringify(problem)}`);
  }
  const pages = samples.pages as Record<PageReadId, object[]>;
  for (const id of Object.keys(PAGE_READS) as PageReadId[]) {
    for (const parameters of pages[id]) {
      const found = await read(id, parameters);
      if ('problem' in found) throw new Error(`${id}: ${JSON.stringify(found)}`);
    }
  }
}

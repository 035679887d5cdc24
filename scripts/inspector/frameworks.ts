// Attempts to sign, activate or cancel a framework alone.

import {
  type MethodologyDocument,
  parseSignerKey,
  type SignOff,
  signerKeyFromSeed,
  signMethodology,
} from '@rf-indicators/engine';
import { importSigned, shippedFramework } from '../../packages/server/src/demo/founding.ts';
import { type Attempt, REQUEST, type Things } from './attempt.ts';
import type { Desk, Person } from './desk.ts';
import { alone, approving } from './enrolling.ts';
import { byTwo, colleague, demote } from './others.ts';

export const NOTES = 'A new version.';
const LATER = '2027-01-01';
const SOON = '2026-04-05';

/** The shipped framework, with another version and date. */
export function documentOf(version = '2.0', effective_from = LATER): MethodologyDocument {
  return { ...shippedFramework().document, methodology_version: version, effective_from };
}

export function keyOf(fill: number) {
  return signerKeyFromSeed('inspector', new Uint8Array(32).fill(fill));
}

export async function signOff(fill: number, document = documentOf()): Promise<SignOff> {
  return signMethodology(
    document,
    await parseSignerKey((await keyOf(fill)).signer),
    'An officer',
    '2026-04-01T09:00:00Z',
  );
}

/** An imported framework that the officer of the desk has signed. */
export async function signedFramework({ context, people }: Desk, document = documentOf()): Promise<Things> {
  const staff = { operator: people.operator.actor, officer: people.officer.actor };
  return { framework: await importSigned({ ...context, moveTo: () => undefined }, staff, document) };
}

export async function importedFramework(desk: Desk, by: Person = 'operator'): Promise<Things> {
  const { digest } = await desk.perform(by, 'frameworks.import', { document: documentOf() });
  return { framework: digest };
}

/** An officer with a key that two people enrolled. */
async function officerWithKey(desk: Desk, fill: number, name = 'Cora'): Promise<string> {
  await colleague(desk, ['chief_risk_officer'], name);
  const { verifier } = await keyOf(fill);
  await byTwo(desk, 'officer_keys.enrol', { officer: name, public_key: verifier });
  return verifier.split('+').slice(0, 2).join('+');
}

export function recording(
  title: string,
  rest: Omit<Attempt, 'title' | 'act' | 'command' | 'files'> & { signOff: (desk: Desk) => Promise<object> },
): Attempt {
  const { signOff: make, prepare, ...others } = rest;
  return {
    title,
    prepare: async (desk) => ({ ...(await prepare?.(desk)), signOff: JSON.stringify(await make(desk)) }),
    act: ['frameworks.record_sign_off', (_, { signOff: text }) => ({ sign_off: JSON.parse(text!) })],
    command: (_, { folder }) => ['methodology', 'record-sign-off', `${folder}/sign-off.json`],
    files: async (_, { signOff: text }) => ({ 'sign-off.json': text! }),
    ...others,
  };
}

export function activating(title: string, rest: Omit<Attempt, 'title' | 'act' | 'command'>): Attempt {
  return {
    title,
    act: ['frameworks.activate', (_, { framework }) => ({ framework, notes: NOTES })],
    command: (_, { framework }) => ['methodology', 'activate', framework!, '--notes', NOTES],
    ...rest,
  };
}

async function requestActivation(desk: Desk, { framework }: Things): Promise<Things> {
  const { done, request } = await desk.perform('insider', 'frameworks.activate', { framework, notes: NOTES });
  if (done) throw new Error('one person activated a framework');
  return { request: request! };
}

async function activated(desk: Desk): Promise<Things> {
  const things = await signedFramework(desk);
  await byTwo(desk, 'frameworks.activate', { framework: things.framework, notes: NOTES });
  return things;
}

const OWN_REQUEST = 'This takes two people: you requested it, so somebody else must approve it.';

export const FRAMEWORKS: Attempt[] = [
  alone("Enrol an officer's key alone", 'officer_keys.enrol', async () => ({
    officer: 'Ivy',
    public_key: (await keyOf(9)).verifier,
  })),
  alone("Retire another officer's key alone", 'officer_keys.retire', async ({ context, people }) => ({
    key_id: (
      await context.store.db
        .selectFrom('officer_keys')
        .select('key_id')
        .where('staff_id', '=', people.officer.actor.id)
        .executeTakeFirstOrThrow()
    ).key_id,
  })),
  {
    title: 'Enrol a key for a person whom nobody confirmed',
    by: 'insider',
    prepare: async () => ({ key: (await keyOf(9)).verifier }),
    act: ['officer_keys.enrol', (_, { key }) => ({ officer: 'Una', public_key: key })],
    command: (_, { key }) => ['methodology', 'enrol-key', '--staff', 'Una', '--key', key!],
    refusal: 'Una is invited, but not on the staff yet. Enrol the key once they are.',
  },
  {
    title: 'Enrol a retired key again under another name',
    by: 'insider',
    prepare: async (desk) => {
      await byTwo(desk, 'officer_keys.retire', { key_id: await officerWithKey(desk, 9) });
      const { verifier } = await signerKeyFromSeed('another', new Uint8Array(32).fill(9));
      return { key: verifier };
    },
    act: ['officer_keys.enrol', (_, { key }) => ({ officer: 'Ivy', public_key: key })],
    command: (_, { key }) => ['methodology', 'enrol-key', '--staff', 'Ivy', '--key', key!],
    refusal: 'This key is retired and cannot be enrolled again (as …). Make a new one with rf keygen.',
  },
  recording('Sign with a key that is not enrolled', {
    by: 'insider',
    prepare: importedFramework,
    signOff: () => signOff(9),
    refusal: 'The sign-off was made with a key that is not enrolled.',
  }),
  recording('Sign with a key that was retired', {
    by: 'insider',
    prepare: async (desk) => {
      await byTwo(desk, 'officer_keys.retire', { key_id: await officerWithKey(desk, 9) });
      return importedFramework(desk);
    },
    signOff: () => signOff(9),
    refusal: 'The sign-off was made with the key …, which is retired.',
  }),
  recording('Sign as somebody who is no longer an officer', {
    by: 'insider',
    prepare: async (desk) => {
      await officerWithKey(desk, 9);
      await demote(desk, 'Cora');
      return importedFramework(desk);
    },
    signOff: () => signOff(9),
    refusal: 'Signing frameworks requires the chief_risk_officer role, which this person does not have.',
  }),
  recording('Record a sign-off that was edited', {
    by: 'insider',
    prepare: async (desk) => {
      await officerWithKey(desk, 9);
      return importedFramework(desk);
    },
    signOff: async () => ({ ...(await signOff(9)), name: 'Somebody else' }),
    refusal: 'The sign-off does not verify: it was edited, or made with a different key.',
  }),
  recording('Record the sign-off of one text for another', {
    by: 'insider',
    prepare: async (desk) => {
      await officerWithKey(desk, 9);
      return importedFramework(desk);
    },
    signOff: async (desk) => {
      const { framework } = await importedFramework(desk);
      return { ...(await signOff(9, documentOf('2.0', '2027-02-01'))), digest: framework };
    },
    refusal: 'The sign-off does not verify: it was edited, or made with a different key.',
  }),
  recording('Record a sign-off with a member that says it was approved', {
    by: 'insider',
    prepare: async (desk) => {
      await officerWithKey(desk, 9);
      return importedFramework(desk);
    },
    signOff: async () => ({ ...(await signOff(9)), approved_by: 'Demo Operator' }),
    refusal: 'This is not a valid sign-off. /approved_by: is not a member of a sign-off',
  }),
  recording("Record another officer's sign-off as an officer", {
    by: 'officer',
    prepare: async (desk) => {
      await officerWithKey(desk, 9);
      return importedFramework(desk);
    },
    signOff: () => signOff(9),
    refusal: 'A sign-off can be recorded only by the officer whose key made it, or by an operator.',
  }),
  approving('Activate a framework and approve it oneself', {
    prepare: (desk) => signedFramework(desk),
    first: requestActivation,
    leaves: REQUEST,
    refusal: OWN_REQUEST,
  }),
  activating('Activate a framework that nobody signed', {
    by: 'insider',
    first: (desk) => importedFramework(desk, 'insider'),
    leaves: ['methodologies', 'audit'],
    refusal: 'RF Framework v2.0 (…) has not been signed by a chief risk officer yet.',
  }),
  activating('Activate a framework without notice', {
    by: 'insider',
    prepare: (desk) => signedFramework(desk, documentOf('2.0', SOON)),
    refusal:
      '… takes effect on …. With the notice period of 14 days, the earliest date is …. Sign a version with a later ' +
      'date, or give an urgent reason, which is published.',
  }),
  approving('Activate a framework without notice, with an urgent reason, and approve it oneself', {
    prepare: (desk) => signedFramework(desk, documentOf('2.0', SOON)),
    first: async (desk, { framework }) => {
      const urgent = 'It cannot wait.';
      const { request } = await desk.perform('insider', 'frameworks.activate', {
        framework,
        notes: NOTES,
        urgent,
      });
      return { request: request! };
    },
    leaves: REQUEST,
    refusal: OWN_REQUEST,
  }),
  activating('Activate a framework a second time', {
    by: 'insider',
    prepare: activated,
    refusal: 'This framework has already been activated.',
  }),
  {
    title: 'Import another text under a version that is activated',
    by: 'insider',
    act: ['frameworks.import', () => ({ document: documentOf('1.0', LATER) })],
    command: (_, { folder }) => ['methodology', 'import', `${folder}/framework.json`],
    files: async () => ({ 'framework.json': JSON.stringify(documentOf('1.0', LATER)) }),
    refusal:
      'Version 1.0 was already activated with a different text (digest …), and a framework that is activated never ' +
      'changes. Give this one a new version.',
  },
  approving('Replace a framework after its activation was requested', {
    prepare: async (desk) => {
      const { framework } = await signedFramework(desk);
      const { request } = await desk.perform('operator', 'frameworks.activate', { framework, notes: NOTES });
      return { request: request! };
    },
    first: async (desk) => {
      await desk.perform('insider', 'frameworks.import', { document: documentOf('2.0', '2027-03-01') });
      return {};
    },
    leaves: ['methodologies', 'methodology_replacements', 'audit'],
    refusal: 'This text (digest …) was replaced by another one with the same version (digest …).',
  }),
  approving('Cancel a framework and approve it oneself', {
    prepare: activated,
    first: async (desk, { framework }) => {
      const { request } = await desk.perform('insider', 'frameworks.cancel', {
        framework,
        reason: 'I do not like it.',
      });
      return { request: request! };
    },
    leaves: REQUEST,
    refusal: OWN_REQUEST,
  }),
  {
    title: 'Cancel a framework under which indicators were published',
    by: 'insider',
    act: ['frameworks.cancel', () => ({ framework: '1.0', reason: 'I do not like it.' })],
    command: () => ['methodology', 'cancel', '1.0', '--reason', 'I do not like it.'],
    refusal:
      'Indicators were published under this framework, so it cannot be cancelled. Activate a new version instead.',
  },
  {
    ...approving(
      'Activate the first framework as the person who signed it, while the store is being founded',
      {
        prepare: async (desk) => {
          const document = documentOf('1.0', '2026-04-01');
          await desk.perform('insider', 'officer_keys.enrol', {
            officer: 'Ivy',
            public_key: (await keyOf(9)).verifier,
          });
          const { digest } = await desk.perform('insider', 'frameworks.import', { document });
          await desk.perform('insider', 'frameworks.record_sign_off', {
            sign_off: { ...(await signOff(9, document)) },
          });
          return { framework: digest };
        },
        first: requestActivation,
        leaves: REQUEST,
        refusal: OWN_REQUEST,
      },
    ),
    store: 'founding',
  },
];

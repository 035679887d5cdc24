// The alterations that the verification page must catch, one line each. Each changes a copy of what the browser receives.

import { signObject } from '@rf-indicators/engine';
import type { Anything, SignedWorld } from './signed-world.ts';

export interface Copy {
  proof: Anything;
  keys: Anything;
  /** Set to change the text itself. */
  proofText?: string;
  keysText?: string;
  /** What the page shows. */
  shown: Record<'name' | 'score' | 'band', string>;
}

type Alter = (copy: Anything, world: SignedWorld) => void | Promise<void>;
export type Alteration = readonly [what: string, alter: Alter];

/** Writes what a function makes of the old value at a path such as "proof.log.index". */
function change(path: string, make: (old: Anything, world: SignedWorld) => unknown): Alter {
  const names = path.split('.');
  const last = names.pop()!;
  return async (copy, world) => {
    const holder = names.reduce((value, name) => value[name], copy);
    holder[last] = await make(holder[last], world);
  };
}

const set = (path: string, value: unknown) => change(path, () => value);

function remove(path: string): Alter {
  const names = path.split('.');
  const last = names.pop()!;
  return (copy) => {
    delete names.reduce((value, name) => value[name], copy)[last];
  };
}

/** Changes the text of the proof or of the keys. */
function rewrite(what: 'proof' | 'keys', make: (text: string) => string): Alter {
  return (copy) => {
    copy[`${what}Text`] = make(JSON.stringify(copy[what]));
  };
}

const flipped = (base64: string) => (base64.startsWith('A') ? `B${base64.slice(1)}` : `A${base64.slice(1)}`);
const ended = (line: string) => line.replace(/.{4}$/, 'AAAA');
const NO_ID = 'RF-00000-00000-00000-00000-000000';

/** Of the fields of a statement, with a value that could be true. */
const STATEMENT_VALUES: Readonly<Record<string, unknown>> = {
  as_of: '2026-05-01T00:00:00Z',
  corrects: NO_ID,
  final_score: '99.99',
  framework_version: 'RF Framework v9.9',
  methodology_digest: 'a'.repeat(64),
  package_hash: 'b'.repeat(64),
  planner_type: 'stablecoin',
  provider_id: 'FX-99',
  provider_name: 'Brindlewick Vault',
  risk_band: 'HIGH',
  supersedes: NO_ID,
  verification_id: NO_ID,
};

const STATEMENT: readonly Alteration[] = [
  ...Object.entries(STATEMENT_VALUES).map(
    ([field, value]): Alteration => [`statement: another ${field}`, set(`proof.statement.${field}`, value)],
  ),
  ['statement: a member removed', remove('proof.statement.corrects')],
  ['statement: a member added', set('proof.statement.note', 'as good as ever')],
  ['statement: the score as a number', change('proof.statement.final_score', Number)],
  ['statement: one more decimal', change('proof.statement.final_score', (score) => `${score}0`)],
  [
    'statement: a letter of another alphabet in the name',
    change('proof.statement.provider_name', (name) => name.replace('e', '\u0435')),
  ],
  ['statement: that of another indicator', change('proof.statement', (_, { other }) => other.statement)],
  ['statement: missing', remove('proof.statement')],
  ['statement: a list', change('proof.statement', (statement) => [statement])],
  [
    'statement: a score twice',
    rewrite('proof', (text) => text.replace('"final_score":', '"final_score":"99.99","final_score":')),
  ],
  [
    'proof: two statements',
    rewrite('proof', (text) => text.replace('"statement":', '"statement":{},"statement":')),
  ],
  ['proof: another id', set('proof.verification_id', NO_ID)],
  [
    'proof: that of another indicator',
    (copy, { other }) => {
      copy.proof = other;
      copy.shown.name = other.statement.provider_name;
    },
  ],
  ['proof: cut off', rewrite('proof', (text) => text.slice(0, -40))],
  ['proof: a page of HTML', rewrite('proof', () => '<!doctype html><p>Genuine')],
];

const SIGNATURE: readonly Alteration[] = [
  ['signature: one letter', change('proof.signature.value', flipped)],
  ['signature: cut off', change('proof.signature.value', (value) => value.slice(0, -4))],
  ['signature: empty', set('proof.signature.value', '')],
  ['signature: all zero', set('proof.signature.value', Buffer.alloc(64).toString('base64'))],
  ['signature: that of another statement', change('proof.signature', (_, { other }) => other.signature)],
  ['signature: algorithm none', set('proof.signature.algorithm', 'none')],
  ['signature: another key id', set('proof.signature.key_id', 'test.example/log+00000000')],
  [
    'signature: the alphabet of URLs',
    change('proof.signature.value', (value) => Buffer.from(value, 'base64').toString('base64url')),
  ],
  ['signature: missing', remove('proof.signature')],
  ['signature: a text', change('proof.signature', ({ value }) => value)],
];

const KEYS: readonly Alteration[] = [
  [
    'key: all signed again with the key of somebody else, who is in the list',
    (copy, world) => signAgain(copy, world, world.attacker),
  ],
  [
    'key: all signed again with another key of the same name',
    (copy, world) => signAgain(copy, world, world.impostor),
  ],
  [
    'key: ours replaced in the list, and a statement signed with that',
    async (copy, world) => {
      await signAgain(copy, world, world.attacker);
      copy.keys.data.shift();
    },
  ],
  [
    'key: a checkpoint by somebody else, who is in the list',
    async ({ proof, keys }, { attacker, checkpointBy, statements }) => {
      proof.log.checkpoint = await checkpointBy(attacker.signer, statements);
      keys.data.push({ ...keys.data[0], key_id: attacker.signer.id, public_key: attacker.key });
    },
  ],
  ['key: not yet valid', set('keys.data.0.valid_from', '2099-01-01T00:00:00Z')],
  ['key: no longer valid', set('keys.data.0.valid_until', '2026-02-01T00:00:00Z')],
  ['key: a second before it was valid', set('keys.data.0.valid_from', '2026-04-01T20:00:01Z')],
  ['keys: not JSON', rewrite('keys', () => 'all is well')],
  ['keys: a member twice', rewrite('keys', (text) => text.replace('"data":', '"data":[],"data":'))],
];

/** As an attacker does it who controls the service and its pages, but not the key. */
async function signAgain(
  { proof, keys, shown }: Copy,
  { statements, checkpointBy }: SignedWorld,
  by: SignedWorld['attacker'],
): Promise<void> {
  const statement = { ...proof.statement, final_score: '99.99' };
  const forged = statements.map((one, at) => (at === proof.log.index ? statement : one));
  proof.statement = statement;
  shown.score = '99.99';
  proof.signature = await signObject(statement, by.signer);
  proof.log.checkpoint = await checkpointBy(by.signer, forged);
  keys.data.push({ ...keys.data[0], key_id: by.signer.id, public_key: by.key });
}

const LOG: readonly Alteration[] = [
  ['log: the next place', change('proof.log.index', (index) => index + 1)],
  ['log: the place before', change('proof.log.index', (index) => index - 1)],
  ['log: a negative place', set('proof.log.index', -1)],
  ['log: the place as a text', change('proof.log.index', String)],
  ['log: a larger tree', change('proof.log.tree_size', (size) => size + 1)],
  ['log: a smaller tree', change('proof.log.tree_size', (size) => size - 1)],
  ['log: one letter of a hash', change('proof.log.inclusion_proof.1', flipped)],
  ['log: a hash removed', change('proof.log.inclusion_proof', (hashes) => hashes.slice(1))],
  ['log: a hash added', change('proof.log.inclusion_proof', (hashes) => [...hashes, hashes[0]])],
  ['log: the hashes in another order', change('proof.log.inclusion_proof', (hashes) => hashes.toReversed())],
  ['log: no hashes', set('proof.log.inclusion_proof', [])],
  ['log: a hash that is none', set('proof.log.inclusion_proof.0', 'not base64')],
  ['log: a short hash', set('proof.log.inclusion_proof.0', 'AAAA')],
  ['log: hashes in one text', change('proof.log.inclusion_proof', (hashes) => hashes.join())],
  ['log: the entry of another statement', change('proof.log', (_, { other }) => other.log)],
  ['log: missing', remove('proof.log')],
];

/** Changes the lines of the checkpoint: origin, size, root, nothing, our signature, the cosignature, nothing. */
function noteLines(make: (lines: string[], world: SignedWorld) => string[] | Promise<string[]>): Alter {
  return change('proof.log.checkpoint', async (note, world) =>
    (await make(note.split('\n'), world)).join('\n'),
  );
}

const CHECKPOINT: readonly Alteration[] = [
  ['checkpoint: another origin', noteLines((lines) => lines.with(0, 'best.example/log'))],
  ['checkpoint: another size', noteLines((lines) => lines.with(1, '8'))],
  ['checkpoint: another root', noteLines((lines) => lines.with(2, flipped(lines[2]!)))],
  ['checkpoint: another signature', noteLines((lines) => lines.with(4, ended(lines[4]!)))],
  ['checkpoint: no signature of ours', noteLines((lines) => lines.toSpliced(4, 1))],
  ['checkpoint: a line added', noteLines((lines) => lines.toSpliced(3, 0, 'more'))],
  ['checkpoint: other line ends', change('proof.log.checkpoint', (note) => note.replaceAll('\n', '\r\n'))],
  ['checkpoint: an older one', change('proof.log.checkpoint', (_, { olderCheckpoint }) => olderCheckpoint)],
  [
    'checkpoint: signed by somebody else',
    change('proof.log.checkpoint', (_, { checkpointBy, attacker, statements }) =>
      checkpointBy(attacker.signer, statements),
    ),
  ],
  [
    'checkpoint: signed by another key of the same name',
    change('proof.log.checkpoint', (_, { checkpointBy, impostor, statements }) =>
      checkpointBy(impostor.signer, statements),
    ),
  ],
  ['checkpoint: empty', set('proof.log.checkpoint', '')],
  ['checkpoint: missing', remove('proof.log.checkpoint')],
];

const WITNESSES: readonly Alteration[] = [
  ['witness: another cosignature', noteLines((lines) => lines.with(5, ended(lines[5]!)))],
  ['witness: another time', noteLines((lines) => lines.with(5, withTime(lines[5]!)))],
  ['witness: cosignature removed, which the reader requires', noteLines((lines) => lines.toSpliced(5, 1))],
  [
    'witness: another key of the same name',
    noteLines(async (lines, { checkpointBy, impostor, otherWitness, statements }) => {
      const other = await checkpointBy(impostor.signer, statements, otherWitness.signer);
      return lines.with(5, other.split('\n')[5]!);
    }),
  ],
];

/** Changes the seconds inside a cosignature: after the four bytes of the key's hash come eight of the time. */
function withTime(line: string): string {
  const [dash, name, base64] = line.split(' ');
  const bytes = Buffer.from(base64!, 'base64');
  bytes[11] = bytes[11]! ^ 1;
  return [dash, name, bytes.toString('base64')].join(' ');
}

const WITHDRAWAL = { withdrawn_at: '2026-05-01T00:00:00Z', reason: 'Closed.' };

const LATER: readonly Alteration[] = [
  ['later: another state', set('proof.state', 'withdrawn')],
  ['later: a state that there is not', set('proof.state', 'excellent')],
  ['later: superseded, and still current', set('proof.followed_by.superseded_by', NO_ID)],
  ['later: another one is current', set('proof.followed_by.current', NO_ID)],
  ['later: withdrawn, and still current', set('proof.followed_by.withdrawal', WITHDRAWAL)],
  ['later: stale without a date', set('proof.stale', true)],
  ['later: published before its date', set('proof.published_at', '2026-03-01T00:00:00Z')],
  ['later: missing', remove('proof.followed_by')],
];

const SHOWN: readonly Alteration[] = [
  ['page: another score', set('shown.score', '99.99')],
  ['page: another band', set('shown.band', 'High risk')],
  ['page: another name', set('shown.name', 'Somebody else')],
];

export const ALTERATIONS: readonly Alteration[] = [
  ...STATEMENT,
  ...SIGNATURE,
  ...KEYS,
  ...LOG,
  ...CHECKPOINT,
  ...WITNESSES,
  ...LATER,
  ...SHOWN,
];

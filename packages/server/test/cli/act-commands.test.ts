// Every command of staff and members performs acts of the table, and nothing past it.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isKeyed, OPERATIONS, type Operation } from '@rf-indicators/contract';
import { ACT_NAMES, ACTS, type Act, commandForm, commandsOf } from '@rf-indicators/contract/acts';
import { namesIn } from '@rf-indicators/contract/template';
import { Command, Help } from 'commander';
import { imperative } from '../../src/cli/acts/command.ts';
import { FORMATS } from '../../src/cli/acts/print.ts';
import { allOf } from '../../src/cli/command-entry.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { CUSTOMER_LINE } from '../../src/cli/customer/rf.ts';
import { makeProgramOf } from '../../src/cli/program.ts';
import { makeProgram } from '../../src/cli/rf.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { calledCommand } from '../../src/cli/url-option.ts';

const cli = fileURLToPath(new URL('../../src/cli', import.meta.url));

/** The commands that do something: those without commands below them. */
function leaves(command: Command, before = ''): string[] {
  return command.commands.flatMap((child) => {
    const name = `${before}${child.name()}`;
    return child.commands.length === 0 ? [name] : leaves(child, `${name} `);
  });
}

async function load(name: string): Promise<Command> {
  const program = await makeProgram([name], {} as Terminal, () => undefined);
  return program.commands.find((command) => command.name() === name)!;
}

/** Commands that perform no act: they work on this machine, or on what is kept of a server. */
function performsNoAct(name: string): boolean {
  const [first, second] = name.split(' ');
  const { isLocal = false } = COMMANDS[first!]!;
  return (
    isLocal === true ||
    // They read operations of the API with a key.
    ['scores', 'api'].includes(first!) ||
    ['mcp', 'logout', 'policy evaluate'].includes(name) ||
    (isLocal !== false && isLocal.includes(second!))
  );
}

test('every command performs acts, or is a local one', async () => {
  const every = new Command();
  for (const name of Object.keys(COMMANDS)) every.addCommand(await load(name));
  const listed = new Set(ACT_NAMES.flatMap((name) => commandsOf(ACTS[name])));
  const local = leaves(every).filter(performsNoAct);
  assert.deepEqual(leaves(every).sort(), [...new Set([...listed, ...local])].sort());
});

test('customers have a command for every act of a member, and for every read of a key', async () => {
  const every = new Command();
  for (const name of Object.keys(allOf(CUSTOMER_LINE.groups))) {
    const program = await makeProgramOf(CUSTOMER_LINE, [name], {} as Terminal, () => undefined);
    every.addCommand(program.commands.find((command) => command.name() === name)!);
  }
  const theirs = ACT_NAMES.filter((name) => {
    const { who }: Act = ACTS[name];
    return who.member !== undefined || (who.anyone !== undefined && name !== 'staff.claim');
  });
  // The totals of what rf usage lists.
  assert.deepEqual(
    theirs.filter((name) => commandsOf(ACTS[name]).length === 0),
    ['usage.totals'],
  );
  const reads = ['list', 'show', 'history', 'changes', 'peers', 'outlook', 'resolve'].map(
    (name) => `scores ${name}`,
  );
  const others = ['methodology', 'computation', 'issuances', 'events', 'usage'].map((name) => `api ${name}`);
  const offline = ['new', 'lint', 'values', 'verify'].map((name) => `policy ${name}`);
  const decisions = ['policy evaluate'];
  const expected = [
    ...theirs.flatMap((name) => commandsOf(ACTS[name])),
    ...reads,
    ...others,
    ...offline,
    ...decisions,
  ];
  assert.deepEqual(leaves(every).sort(), [...new Set([...expected, 'login', 'logout'])].sort());
  const keyed = Object.values(OPERATIONS).filter((operation: Operation) => isKeyed(operation));
  const sheets = keyed.filter((operation: Operation) => operation.path.startsWith('/exports/'));
  // The agent tools are for agents; bundles are for clients, kept calls are listed by an act, and spreadsheets are downloaded.
  assert.equal(keyed.length, reads.length + others.length + decisions.length + sheets.length + 3);
});

test('the form of a command names members of its act, and formats that there are', () => {
  for (const name of ACT_NAMES) {
    const entry: Act = ACTS[name];
    const form = commandForm(entry);
    if (form === null) continue;
    const input = Object.keys(entry.input.properties);
    const arguments_ = (form.arguments ?? []).map((argument) => argument.replace(/\.\.\.$/, ''));
    for (const member of [...arguments_, ...Object.keys(form.options ?? {})])
      assert.ok(input.includes(member), `${name}: ${member}`);
    const { data } = entry.answer.properties as { data?: { items: { properties: object } } };
    const answer = Object.keys(data?.items.properties ?? entry.answer.properties);
    const [confirm = [], ...others] = [
      form.confirm,
      form.prints,
      form.lines,
      Object.values(form.columns ?? {}),
    ].map((templates) => [templates ?? []].flat());
    const known = data === undefined ? [...input, ...answer, 'given'] : answer;
    for (const [templates, members] of [
      [confirm, input],
      [others.flat(), known],
    ] as const) {
      for (const template of templates) {
        const { paths, formats } = namesIn(template);
        for (const path of paths) assert.ok(members.includes(path.split('.')[0]!), `${name}: {${path}}`);
        for (const format of formats)
          assert.ok(format === 'past' || format in FORMATS, `${name}: |${format}`);
      }
    }
  }
});

test('a description becomes an instruction', () => {
  assert.equal(imperative('Lists the keys.'), 'List the keys.');
  assert.equal(imperative('Publishes a draft.'), 'Publish a draft.');
  assert.equal(imperative('Verifies the store.'), 'Verify the store.');
});

test('the list of commands shows each with its options and arguments', async () => {
  for (const [name, { usage }] of Object.entries(COMMANDS)) {
    assert.equal(`${name} ${usage}`.trim(), new Help().subcommandTerm(await load(name)));
  }
});

test('a command has the description of the list, and no other', async () => {
  for (const [name, { load: loadFile, description }] of Object.entries(COMMANDS)) {
    const command = (await loadFile())({ env: {} } as Terminal, () => undefined);
    assert.equal(command.description(), '', name);
    assert.equal((await load(name)).description(), description);
  }
});

test('the list of commands loads none of them', async (t) => {
  const loads = Object.values(COMMANDS).map((entry) => t.mock.method(entry, 'load').mock);
  const count = () => loads.filter((mock) => mock.callCount() > 0).length;
  await makeProgram(['--help'], {} as Terminal, () => undefined);
  assert.equal(count(), 0);
  await load('keys');
  assert.equal(count(), 1);
});

test('the command is found behind --url, and behind help', () => {
  assert.equal(calledCommand(['keys', 'list', 'audit'], COMMANDS), 'keys');
  assert.equal(calledCommand(['--url', 'audit', 'keys', 'list'], COMMANDS), 'keys');
  assert.equal(calledCommand(['--url=https://a.example', '--url', 'x', 'keys', 'list'], COMMANDS), 'keys');
  assert.equal(calledCommand(['help', 'keys'], COMMANDS), 'keys');
  assert.equal(calledCommand(['--help'], COMMANDS), undefined);
});

test('a command that is written by hand performs the acts that name it', () => {
  const performed = new Set<string>();
  for (const file of globSync('{accounts,books,desk,policy,remote,verify,webhooks}/*.ts', { cwd: cli })) {
    const text = readFileSync(path.join(cli, file), 'utf8');
    for (const [, name] of text.matchAll(/'([a-z_]+\.[a-z_]+)'/g)) performed.add(name!);
  }
  const byHand = ACT_NAMES.filter((name) => {
    const entry: Act = ACTS[name];
    return entry.command !== undefined && commandForm(entry) === null;
  });
  assert.deepEqual(
    byHand.filter((name) => !performed.has(name)),
    [],
  );
});

/** Forms of files and names of things; none of it changes the store or reads from it. */
const PLAIN = [
  ...['context/refusal', 'desk/import/csv', 'desk/import/file', 'log/checkpoint-file', 'log/pinned-key'],
  ...['desk/inputs/due-sheet-form', 'webhooks/endpoint-form'],
];
/** rf webhooks listen checks signatures with the secret that the store of this machine holds. */
const LISTEN = ['accounts/members', 'accounts/signing-secret', 'secrets/master-key'];

test('commands of staff and members reach the store through acts alone', () => {
  for (const file of globSync('{accounts,acts,books,desk,policy,remote,webhooks}/*.ts', { cwd: cli })) {
    const text = readFileSync(path.join(cli, file), 'utf8');
    const imports = [...text.matchAll(/^import (?!type )[^;]*? from '@rf-indicators\/core\/([^']+)';$/gm)];
    const allowed = file === path.join('webhooks', 'stored-secret.ts') ? [...PLAIN, ...LISTEN] : PLAIN;
    assert.deepEqual(
      imports.map(([, name]) => name!).filter((name) => !allowed.includes(name)),
      [],
      file,
    );
  }
});

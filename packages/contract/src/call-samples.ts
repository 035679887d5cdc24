// How an operation is called with curl, our clients and rf. The build writes these samples into the API reference, and the
// reference writes them again in the browser with the values that a reader enters.

export interface CallParameter {
  /** On the wire. */
  name: string;
  place: 'path' | 'query';
  /** A text is quoted in code, the others are not. A list is sent as several parameters of one name. */
  form: 'text' | 'number' | 'boolean' | 'list';
  /** Its name in the clients. */
  javascript: string;
  python: string;
  isRequired: boolean;
  /** For samples, until a reader enters another one. */
  example: string;
}

/**
 * How a client passes on what an operation takes: its parameters, its body as one object, its body as named arguments, the
 * list that its body has, or the name and the input of an agent tool.
 */
export type Takes = 'parameters' | 'object' | 'members' | 'list' | 'tool';

export interface ClientCall {
  method: string;
  takes: Takes;
}

export interface DescribedCall {
  method: string;
  /** Parameters are written in {braces}. */
  path: string;
  /** What proves who calls: nothing, an API key, or a member or staff token. */
  proof: 'none' | 'key' | 'token' | 'session';
  parameters: readonly CallParameter[];
  /** null without a body. */
  body: unknown;
  answer: 'json' | 'text' | 'bytes';
  /** null if the client has no method for it. */
  javascript: ClientCall | null;
  python: ClientCall | null;
  /** The command of rf; null without one. */
  command: string | null;
}

export const LANGUAGES = { curl: 'curl', javascript: 'JavaScript', python: 'Python', rf: 'rf' } as const;
export type Language = keyof typeof LANGUAGES;

/** What a reader entered, by the name of the parameter; absent ones keep their example, empty ones are left out. */
export type EnteredValues = Readonly<Record<string, string>>;

export interface CallInput {
  values?: EnteredValues;
  /** Instead of the example. */
  body?: unknown;
}

export function languagesOf({ proof, command }: DescribedCall): Language[] {
  if (proof === 'session') return [];
  return ['curl', ...(command === null ? [] : (['rf'] as const)), 'javascript', 'python'];
}

/** The address of the service is in RF_URL, as in the guides, and what proves who calls in RF_KEY or RF_TOKEN. */
export function sampleOf(call: DescribedCall, language: Language, input: CallInput = {}): string {
  if (language === 'rf') return call.command!;
  return { curl, javascript, python }[language](call, givenOf(call, input));
}

/** The path and query of a request, as a browser or curl sends them. */
export function addressOf(call: DescribedCall, input: CallInput): string {
  const { parameters } = givenOf(call, input);
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters.find((each) => each.name === name && each.place === 'path')?.value ?? '';
    // A tile of the log is named by several segments.
    return value.split('/').map(encodeURIComponent).join('/');
  });
  const query = parameters
    .filter(({ place }) => place === 'query')
    .flatMap(({ name, form, value }) =>
      (form === 'list' ? listed(value) : [value]).map((each) => `${name}=${encodeURIComponent(each)}`),
    );
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

interface Given {
  parameters: (CallParameter & { value: string })[];
  body: unknown;
}

function givenOf({ parameters, body }: DescribedCall, input: CallInput): Given {
  const { values = {} } = input;
  return {
    body: input.body ?? body,
    parameters: parameters.flatMap((parameter) => {
      const entered = values[parameter.name]?.trim() ?? '';
      const value = entered === '' && parameter.isRequired ? parameter.example : entered;
      return value === '' ? [] : [{ ...parameter, value }];
    }),
  };
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function curl(call: DescribedCall, given: Given): string {
  const values = Object.fromEntries(given.parameters.map(({ name, value }) => [name, value]));
  const address = `"$RF_URL${addressOf(call, { values })}"`;
  const proofs = {
    none: [],
    session: [],
    key: ['-H "x-api-key: $RF_KEY"'],
    token: ['-H "authorization: Bearer $RF_TOKEN"'],
  };
  const body =
    given.body === null
      ? []
      : [
          `-H 'content-type: application/json'`,
          `-d '${JSON.stringify(given.body).replaceAll("'", "'\\''")}'`,
        ];
  const file = call.answer === 'bytes' ? '-O ' : '';
  return [`curl -s ${file}${[...proofs[call.proof], address].join(' \\\n  ')}`, ...body].join(' \\\n  ');
}

const MOST_COLUMNS = 44;

function javascript(call: DescribedCall, given: Given): string {
  const { javascript: client } = call;
  if (client === null) return javascriptFetch(call, given);
  const key = call.proof === 'key' ? `\n  apiKey: process.env.RF_KEY,` : '';
  return `import { RfClient } from '@rf-indicators/sdk';

const client = new RfClient({
  baseUrl: process.env.RF_URL,${key}
});
const answer = await client.${client.method}(${javascriptArguments(client, given)});
`;
}

function javascriptArguments({ takes }: ClientCall, { parameters, body }: Given): string {
  if (takes === 'object') return literal(body, 'javascript');
  if (takes === 'list') return literal(Object.values(body as object)[0], 'javascript');
  if (takes === 'tool') {
    const { tool_name, input } = body as { tool_name: string; input: unknown };
    return `${quoted(tool_name)}, ${literal(input, 'javascript')}`;
  }
  const inPath = parameters.filter(({ place }) => place === 'path');
  const query = parameters.filter(({ place }) => place === 'query');
  const members = query.map((each) => `${propertyName(each.name)}: ${javascriptValue(each)}`);
  return [...inPath.map(javascriptValue), ...(members.length > 0 ? [braced(members)] : [])].join(', ');
}

/** On one line if it is short, so that the narrow column of the reference shows all of it. */
function braced(members: readonly string[]): string {
  const line = `{ ${members.join(', ')} }`;
  return line.length <= MOST_COLUMNS ? line : `{\n${members.map((each) => `  ${each},\n`).join('')}}`;
}

function javascriptFetch(call: DescribedCall, given: Given): string {
  const values = Object.fromEntries(given.parameters.map(({ name, value }) => [name, value]));
  const headers = [
    ...(call.proof === 'key' ? [`'x-api-key': process.env.RF_KEY`] : []),
    ...(call.proof === 'token' ? [`authorization: ${javascriptTemplate('Bearer ', 'RF_TOKEN', '')}`] : []),
    ...(given.body === null ? [] : [`'content-type': 'application/json'`]),
  ];
  const options = [
    ...(call.method === 'GET' ? [] : [`method: '${call.method}'`]),
    ...(headers.length === 0 ? [] : [`headers: ${braced(headers).replaceAll('\n', '\n  ')}`]),
    ...(given.body === null
      ? []
      : [`body: JSON.stringify(${literal(given.body, 'javascript').replaceAll('\n', '\n  ')})`]),
  ];
  const address = javascriptTemplate('', 'RF_URL', addressOf(call, { values }));
  const more = options.length === 0 ? '' : `, {\n${options.map((each) => `  ${each},\n`).join('')}}`;
  const read = { json: 'json', text: 'text', bytes: 'arrayBuffer' }[call.answer];
  return `const response = await fetch(${address}${more});
const answer = await response.${read}();
`;
}

function javascriptTemplate(before: string, variable: string, after: string): string {
  return `\`${before}\${process.env.${variable}}${after}\``;
}

function python(call: DescribedCall, given: Given): string {
  const { python: client } = call;
  if (client === null) return pythonHttpx(call, given);
  const key = call.proof === 'key' ? 'os.environ["RF_KEY"],\n    ' : '';
  return `import os

from rf_indicators import RfClient

with RfClient(
    ${key}base_url=os.environ["RF_URL"],
) as client:
    answer = client.${client.method}(${pythonArguments(client, given).replaceAll('\n', '\n    ')})
`;
}

function pythonArguments({ takes }: ClientCall, { parameters, body }: Given): string {
  if (takes === 'tool') {
    const { tool_name, input } = body as { tool_name: string; input: unknown };
    return `${JSON.stringify(tool_name)}, ${literal(input, 'python')}`;
  }
  if (takes === 'members') {
    const members = Object.entries(body as object);
    return stacked(members.map(([name, value]) => `${name}=${literal(value, 'python')}`));
  }
  return stacked([
    ...parameters.filter(({ isRequired }) => isRequired).map(pythonValue),
    ...parameters
      .filter(({ isRequired }) => !isRequired)
      .map((each) => `${each.python}=${pythonValue(each)}`),
  ]);
}

function stacked(members: readonly string[]): string {
  const line = members.join(', ');
  return line.length <= MOST_COLUMNS ? line : `\n${members.map((each) => `    ${each},\n`).join('')}`;
}

function pythonHttpx(call: DescribedCall, given: Given): string {
  const values = Object.fromEntries(given.parameters.map(({ name, value }) => [name, value]));
  const headers =
    call.proof === 'key'
      ? ['    headers={"x-api-key": os.environ["RF_KEY"]},\n']
      : call.proof === 'token'
        ? ['    headers={\n        "authorization": f"Bearer {os.environ[\'RF_TOKEN\']}",\n    },\n']
        : [];
  const body =
    given.body === null ? [] : [`    json=${literal(given.body, 'python').replaceAll('\n', '\n    ')},\n`];
  const read = { json: '.json()', text: '.text', bytes: '.content' }[call.answer];
  return `import os

import httpx

response = httpx.${call.method.toLowerCase()}(
    os.environ["RF_URL"] + "${addressOf(call, { values })}",
${[...headers, ...body].join('')})
answer = response${read}
`;
}

function javascriptValue({ form, value }: { form: CallParameter['form']; value: string }): string {
  return form === 'number' || form === 'boolean' ? value : quoted(value);
}

function pythonValue({ form, value }: { form: CallParameter['form']; value: string }): string {
  if (form === 'number') return value;
  if (form === 'boolean') return value === 'true' ? 'True' : 'False';
  return JSON.stringify(value);
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** A JSON value as a literal of the language. */
function literal(value: unknown, language: 'javascript' | 'python', indent = ''): string {
  const isPython = language === 'python';
  const step = isPython ? '    ' : '  ';
  if (typeof value === 'string') return isPython ? JSON.stringify(value) : quoted(value);
  if (value === null) return isPython ? 'None' : 'null';
  if (typeof value === 'boolean') return isPython ? (value ? 'True' : 'False') : String(value);
  if (typeof value !== 'object') return String(value);
  const inner = indent + step;
  const members = Array.isArray(value)
    ? value.map((each) => literal(each, language, inner))
    : Object.entries(value).map(
        ([name, each]) =>
          `${isPython ? JSON.stringify(name) : propertyName(name)}: ${literal(each, language, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const space = Array.isArray(value) || isPython ? '' : ' ';
  const line = members.length === 0 ? open + close : `${open}${space}${members.join(', ')}${space}${close}`;
  if (line.length <= MOST_COLUMNS && !line.includes('\n')) return line;
  return `${open}\n${members.map((each) => `${inner}${each},\n`).join('')}${indent}${close}`;
}

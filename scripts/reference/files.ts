// The files of the API reference by their names: the contents, and the parts of each operation's page.

import { EVENT_DEFINITIONS, openApiDocument, type WebhookEventType } from '@rf-indicators/contract';
import { ACTS, type Act, type ActName } from '@rf-indicators/contract/acts';
import { consoleDocument } from '@rf-indicators/contract/console';
import examples from '@rf-indicators/contract/examples' with { type: 'json' };
import { imperative } from '../../packages/server/src/cli/acts/command.ts';
import type { Html } from '../../packages/server/src/rendering/pages/html.ts';
import {
  type ListedOperation,
  type OperationGroup,
  type OperationParts,
  pageName,
  type ReferenceContents,
} from '../../packages/server/src/rendering/reference/contents.ts';
import { EXAMPLE_BASE_URL } from '../examples/base-url.ts';
import { type DescribedOperation, operationBody, operationHead } from './article.ts';
import { ClientMethods, callOf } from './calls.ts';
import { eventExample } from './example-values.ts';
import type { Document, OperationObject } from './open-api.ts';
import { eventSide, operationSide } from './side.ts';
import { whoMayPerform } from './who-may.ts';

interface Page extends ListedOperation {
  group: string;
  parts: OperationParts;
}

export function referenceFiles(): Record<string, string> {
  const openApi = openApiDocument({ baseUrl: EXAMPLE_BASE_URL, examples });
  const api = openApi as unknown as Document;
  const methods = new ClientMethods(openApi);
  const operations = operationsOf(api).map((described) => apiPage(described, methods));
  const events = Object.entries(api.webhooks ?? {}).map(([type, { post }]) => eventPage(api, type, post));
  const console = consoleDocument(EXAMPLE_BASE_URL) as unknown as Document;
  const acts = operationsOf(console).map((described) => consolePage(described, methods));
  const contents: ReferenceContents = {
    api: (api.tags ?? []).map(({ name, description }) =>
      groupOf(name, titleOf(name), description, [...operations, ...events]),
    ),
    console: [...new Set(acts.map(({ group }) => group))].map((group) =>
      groupOf(group, consoleTitle(group), '', acts),
    ),
  };
  return {
    'contents.json': JSON.stringify(contents),
    ...Object.fromEntries(
      [...operations, ...events, ...acts].map(({ name, parts }) => [`${name}.json`, JSON.stringify(parts)]),
    ),
  };
}

function operationsOf(document: Document): DescribedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...{ document, path, operation },
      method: method.toUpperCase(),
    })),
  );
}

function groupOf(id: string, title: string, about: string, pages: readonly Page[]): OperationGroup {
  const own = pages.filter(({ group }) => group === id);
  return { id, title, about, operations: own.map(({ group: _, parts: __, ...listed }) => listed) };
}

function apiPage(described: DescribedOperation, methods: ClientMethods): Page {
  const { method, path, document, operation } = described;
  const call = callOf(document, methods, described);
  return {
    ...{ method, path },
    name: pageName(operation.operationId),
    label: operation.summary,
    title: operation.summary,
    about: operation.description,
    group: operation.tags[0]!,
    parts: partsOf(described, operation.description, false, operationSide(described, call)),
  };
}

function eventPage(document: Document, type: string, operation: OperationObject): Page {
  const { description } = EVENT_DEFINITIONS[type as WebhookEventType];
  const described = { document, operation, method: 'EVENT', path: type };
  return {
    ...{ method: 'EVENT', path: type },
    name: `webhooks/${type.replaceAll(/[._]/g, '-')}`,
    label: type,
    title: `Event ${type}`,
    about: description,
    group: operation.tags[0]!,
    parts: partsOf(described, description, false, eventSide(eventExample(type as WebhookEventType))),
  };
}

function consolePage(described: DescribedOperation, methods: ClientMethods): Page {
  const { document, method, path, operation } = described;
  const act = operation['x-act'] as ActName | undefined;
  const call = callOf(document, methods, described);
  const [, verb] = (act ?? '').split('.');
  const description = act === undefined ? operation.description : (ACTS[act] as Act).description;
  const title = act === undefined ? operation.summary.replace(/\.$/, '') : titleOfAct(description);
  return {
    ...{ method, path, title },
    name: `console/${pageName(operation.operationId)}`,
    label: verb === undefined ? title : titleOf(verb),
    about: description,
    group: operation.tags[0]!,
    parts: partsOf(
      described,
      description,
      act === undefined ? false : whoMayPerform(act),
      operationSide(described, call),
    ),
  };
}

function partsOf(
  described: DescribedOperation,
  description: string,
  whoMay: Html | false,
  side: string,
): OperationParts {
  return { head: operationHead(described, description, whoMay), side, body: operationBody(described) };
}

/** "Lists the API keys of a workspace, oldest first." becomes "List the API keys of a workspace". */
function titleOfAct(description: string): string {
  const [sentence] = description.split(/(?<=\w)\. |\.$/);
  const [clause] = sentence!.split(/[;:]|, (?!and |or )|\(/);
  return imperative(clause!.trim());
}

function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

/** Subjects whose names say too little, or are written otherwise. */
const CONSOLE_TITLES: Readonly<Record<string, string>> = {
  reading: 'Reading with a session',
  sign_ins: 'Sign-ins',
};

function consoleTitle(group: string): string {
  return CONSOLE_TITLES[group] ?? titleOf(group);
}

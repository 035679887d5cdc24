// What the build writes for the API reference into dist/reference: the contents, and a file for each operation.

/** One operation, event or act, in lists of them. */
export interface ListedOperation {
  /** The address is /docs/api/NAME. */
  name: string;
  /** EVENT for a webhook, which the service sends. */
  method: string;
  /** Of an event, its type. */
  path: string;
  /** In the contents beside its page, where the group is known. */
  label: string;
  title: string;
  about: string;
}

export interface OperationGroup {
  /** The anchor of the group on the page that lists it. */
  id: string;
  title: string;
  about: string;
  operations: readonly ListedOperation[];
}

export interface ReferenceContents {
  api: readonly OperationGroup[];
  console: readonly OperationGroup[];
}

/** The parts of an operation's page that differ from page to page. */
export interface OperationParts {
  /** What it does, its address and who may call it. */
  head: string;
  /** How it is called, a form to try it, and an example. */
  side: string;
  /** What it takes and answers. */
  body: string;
}

/** getScore becomes get-score. */
export function pageName(operationId: string): string {
  return operationId.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
}

export const CONSOLE_PAGE = '/docs/api/console';

export function listedOperations({ api, console }: ReferenceContents): ListedOperation[] {
  return [...api, ...console].flatMap(({ operations }) => operations);
}

/** The page that lists a group, at the group. */
export function addressOfGroup({ id }: OperationGroup, contents: ReferenceContents): string {
  const isApi = contents.api.some((group) => group.id === id);
  return `${isApi ? '/docs/api' : CONSOLE_PAGE}#${id}`;
}

// Every schema by name; the OpenAPI document refers to schemas by it. The complete responses and request bodies carry
// the name as their $id as well.

import type { TSchema } from 'typebox';
import { pascalCase, WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from './events/table.ts';
import * as exported from './index.ts';

/** Exports in PascalCase are schemas; lists and functions are written otherwise. */
const resources = Object.entries(exported as Record<string, unknown>).filter(([name]) =>
  /^[A-Z][a-z]/.test(name),
) as [string, TSchema][];

const eventBodies = WEBHOOK_EVENT_TYPES.map((type): [string, TSchema] => [
  `${pascalCase(type)}Event`,
  WEBHOOK_EVENTS[type],
]);

export const SCHEMAS: Readonly<Record<string, TSchema>> = Object.fromEntries(
  [...resources, ...eventBodies].sort(([a], [b]) => (a < b ? -1 : 1)),
);

// Every schema by name. The OpenAPI document refers to schemas by these names. Complete responses and request bodies
// also have the name as their $id.

import type { TSchema } from 'typebox';
import { pascalCase, WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from './events/table.ts';
import * as exported from './index.ts';

/** Only exports in PascalCase are schemas; constants and functions have other names. */
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

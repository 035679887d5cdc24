// Every schema by name. The OpenAPI document refers to schemas by these names. Complete responses and request bodies
// also have the name as their $id.

import type { TSchema } from 'typebox';
import * as beside from '../operations/index.ts';
import { pascalCase, WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS } from './events/table.ts';
import * as shared from './index.ts';

/** Only exports in PascalCase are schemas; constants and functions have other names. */
const resources = Object.entries({ ...shared, ...beside } as Record<string, unknown>).filter(([name]) =>
  /^[A-Z][a-z]/.test(name),
) as [string, TSchema][];

const eventBodies = WEBHOOK_EVENT_TYPES.map((type): [string, TSchema] => [
  `${pascalCase(type)}Event`,
  WEBHOOK_EVENTS[type],
]);

export const SCHEMAS: Readonly<Record<string, TSchema>> = Object.fromEntries(
  [...resources, ...eventBodies].sort(([a], [b]) => (a < b ? -1 : 1)),
);

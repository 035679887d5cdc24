// Pages that the server makes itself: no build, and no script but that of the API reference.

import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { addAssets } from './assets.ts';
import { addReference } from './reference/routes.ts';

export function addPages(app: FastifyInstance, dependencies: AppDependencies): void {
  addAssets(app, dependencies);
  addReference(app, dependencies);
}

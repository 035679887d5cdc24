// Where files of the repository are.

import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../', import.meta.url));
export const SAMPLES = path.join(repository, 'methodology/samples/providers.json');
export const FRAMEWORK = path.join(repository, 'methodology/rf-framework-1.0.json');

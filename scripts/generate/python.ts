// The generated part of the Python package: models, requests, and the methods of both clients; and the page that lists them.

import type { GeneratedFile } from './generated-file.ts';
import { callsModule } from './python/calls.ts';
import { ClassCollector } from './python/classes.ts';
import { asyncOperationsModule, syncOperationsModule } from './python/clients.ts';
import { eventsModule } from './python/events.ts';
import { methodsPage } from './python/methods-page.ts';
import { modelsModule, modelsPackage } from './python/models.ts';
import { methodsOf } from './python/operations.ts';
import { toolsModule } from './python/tools.ts';
import { ValueTypes } from './python/value-types.ts';

const PACKAGE = 'python/src/rf_indicators';

export async function pythonFiles(): Promise<GeneratedFile[]> {
  const values = new ValueTypes();
  const answers = new ClassCollector(values);
  const methods = methodsOf(answers);
  const events = eventsModule(answers.classes, values);
  const tools = toolsModule(answers.classes, events.data, values);
  return [
    {
      path: `${PACKAGE}/models/answers.py`,
      text: modelsModule({
        purpose: ['The answers of the service.'],
        classes: answers.classes,
        importable: { values: values.names },
      }),
    },
    { path: `${PACKAGE}/models/events.py`, text: events.text },
    { path: `${PACKAGE}/models/tools.py`, text: tools.text },
    { path: `${PACKAGE}/models/values.py`, text: values.module() },
    {
      path: `${PACKAGE}/models/__init__.py`,
      text: modelsPackage({
        answers: answers.classes.map(({ name }) => name),
        events: events.names,
        tools: tools.names,
        values: values.names,
      }),
    },
    { path: `${PACKAGE}/client/calls.py`, text: callsModule(methods) },
    { path: `${PACKAGE}/client/sync_operations.py`, text: syncOperationsModule(methods) },
    { path: `${PACKAGE}/client/async_operations.py`, text: asyncOperationsModule(methods) },
  ];
}

/** Unlike the modules, the page is committed: people read it. */
export async function pythonPages(): Promise<GeneratedFile[]> {
  return [{ path: 'python/METHODS.md', text: methodsPage(methodsOf(new ClassCollector(new ValueTypes()))) }];
}

// Files of conformance cases with the changes of a case, as conformance/README.md defines them.

import assert from 'node:assert/strict';

export interface Change {
  set?: string;
  value?: unknown;
  remove?: string;
  replace_text?: string;
  with?: string;
}

export function changed(text: string, changes: readonly Change[]): string {
  const content = JSON.parse(text);
  for (const { set, value, remove } of changes) {
    const pointer = set ?? remove;
    if (pointer === undefined) continue;
    const steps = pointer.split('/').slice(1);
    const last = steps.pop()!;
    const inner = steps.reduce((outer, step) => outer[step], content);
    if (set !== undefined) inner[last] = value;
    else if (Array.isArray(inner)) inner.splice(Number(last), 1);
    else delete inner[last];
  }
  let written = JSON.stringify(content, null, 2);
  for (const { replace_text: from, with: to } of changes) {
    if (from === undefined) continue;
    assert.ok(written.includes(from), `${from} is not in the file`);
    written = written.replace(from, () => to!);
  }
  return written;
}

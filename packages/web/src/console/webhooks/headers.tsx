// Headers as they were sent, and the text that came with them.

import { Code } from '../../ui/code.tsx';

export function Headers({
  headers,
  body,
}: {
  headers: Readonly<Record<string, string>>;
  body: string | null;
}) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = body === null || body === '' ? lines : [...lines, '', body];
  return <Code text={text.join('\n')} what="the headers" />;
}

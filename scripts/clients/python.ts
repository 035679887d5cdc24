// The package of the Python client, as pip installs it: a wheel, which is a zip archive. The same sources give the same
// bytes, and neither Python nor a network is needed.

import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PackedClient, PackedFile } from './packed.ts';
import { zip } from './zip.ts';

export function packPython(repository: string): PackedClient {
  const folder = path.join(repository, 'python');
  const source = path.join(folder, 'src');
  const project = readFileSync(path.join(folder, 'pyproject.toml'), 'utf8');
  const [name, version] = [textOf(project, 'name'), textOf(project, 'version')];
  const distribution = name.replaceAll('-', '_');
  const info = `${distribution}-${version}.dist-info`;
  const modules = globSync('**/*.{py,typed}', { cwd: source }).sort();
  const text = (file: string, content: string): PackedFile => ({ name: file, bytes: Buffer.from(content) });
  const files = [
    ...modules.map((file) => ({ name: file, bytes: readFileSync(path.join(source, file)) })),
    text(`${info}/METADATA`, metadata(project, readFileSync(path.join(folder, 'README.md'), 'utf8'))),
    text(`${info}/WHEEL`, 'Wheel-Version: 1.0\nGenerator: rf\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    text(`${info}/entry_points.txt`, entryPoints(project)),
    { name: `${info}/licenses/LICENSE`, bytes: readFileSync(path.join(repository, 'LICENSE')) },
  ];
  const record = [...files.map(recordOf), `${info}/RECORD,,`].join('\n');
  return {
    file: `${distribution}-${version}-py3-none-any.whl`,
    language: 'Python',
    name,
    version,
    bytes: zip([...files, text(`${info}/RECORD`, `${record}\n`)]),
  };
}

function recordOf({ name, bytes }: PackedFile): string {
  return `${name},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}`;
}

function metadata(project: string, readme: string): string {
  const classifiers = listOf(project, 'classifiers').map((classifier) => `Classifier: ${classifier}`);
  const dependencies = listOf(project, 'dependencies').map((dependency) => `Requires-Dist: ${dependency}`);
  return `Metadata-Version: 2.1
Name: ${textOf(project, 'name')}
Version: ${textOf(project, 'version')}
Summary: ${textOf(project, 'description')}
License: ${/^license = \{ text = "(.*)" \}$/m.exec(project)![1]}
Keywords: ${listOf(project, 'keywords').join(',')}
${classifiers.join('\n')}
Requires-Python: ${textOf(project, 'requires-python')}
${dependencies.join('\n')}
Description-Content-Type: text/markdown

${readme}`;
}

function entryPoints(project: string): string {
  const [, scripts] = /^\[project\.scripts\]\n(.*?)\n\n/ms.exec(project)!;
  return `[console_scripts]\n${scripts!.replaceAll('"', '')}\n`;
}

/** The file is our own, and its strings have no escapes. */
function textOf(project: string, member: string): string {
  const [, value] = new RegExp(`^${member} = "([^"]*)"$`, 'm').exec(project) ?? [];
  if (value === undefined) throw new Error(`python/pyproject.toml has no ${member}.`);
  return value;
}

function listOf(project: string, member: string): string[] {
  const [, values] = new RegExp(`^${member} = \\[(.*?)\\]$`, 'ms').exec(project)!;
  return [...values!.matchAll(/"([^"]*)"/g)].map(([, value]) => value!);
}

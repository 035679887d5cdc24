// XML as a browser's strict parser reads it.

import type { Page } from './chromium.ts';

export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** All text within it. */
  text: string;
}

/** Fails on anything that is not well-formed. */
export async function parsedXml(page: Page, xml: string): Promise<XmlElement> {
  const root = (await page.evaluate(`(() => {
    const read = (element) => ({
      name: element.nodeName,
      attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      children: [...element.children].map(read),
      text: element.textContent,
    });
    return read(new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml').documentElement);
  })()`)) as XmlElement;
  const fault = allNamed(root, 'parsererror')[0];
  if (fault) throw new Error(`not well-formed: ${fault.text}\n${xml}`);
  return root;
}

/** The element itself or anything within it, in the order of the document. */
export function allNamed(element: XmlElement, name: string): XmlElement[] {
  const within = element.children.flatMap((child) => allNamed(child, name));
  return element.name === name ? [element, ...within] : within;
}

export function childText(element: XmlElement, name: string): string {
  const found = element.children.filter((child) => child.name === name);
  if (found.length !== 1) throw new Error(`${found.length} elements ${name} in ${element.name}`);
  return found[0]!.text;
}

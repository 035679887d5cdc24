// Reads the history from the page of a provider: of another period, or with more steps.

export async function fetchHistory(url: string): Promise<Element> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const section = page.querySelector('[data-part="history"]');
  if (section === null) throw new Error('The page has no history.');
  return section;
}

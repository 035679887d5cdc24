// Search while one types, in every field of the site that searches. What it needs is loaded when a field is first used.

for (const field of document.querySelectorAll<HTMLInputElement>('[data-search]'))
  field.addEventListener('focus', () => void start(field), { once: true });

async function start(field: HTMLInputElement): Promise<void> {
  const { addResults } = await import('./search/results.ts');
  addResults(field);
}

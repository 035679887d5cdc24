// Search while one types, in every field of the site that searches. What it needs is loaded when a field is first used.

const started = new WeakSet<HTMLInputElement>();

// On the document, because the web application adds and removes the header.
document.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.matches('[data-search]') || started.has(target))
    return;
  started.add(target);
  void start(target);
});

async function start(field: HTMLInputElement): Promise<void> {
  const { addResults } = await import('./search/results.ts');
  addResults(field);
}

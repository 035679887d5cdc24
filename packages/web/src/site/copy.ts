// Buttons that copy a text with one press, and say so. A page names this script if it has any.

const SAID_MS = 2000;
const said = new WeakMap<HTMLElement, number>();

document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLElement>('[data-copy]');
  if (button !== null) void copy(button);
});

async function copy(button: HTMLElement): Promise<void> {
  const label = button.dataset.label ?? button.textContent;
  button.dataset.label = label;
  // The button keeps its width, whatever it says.
  button.style.minWidth = `${button.getBoundingClientRect().width}px`;
  button.setAttribute('aria-live', 'polite');
  try {
    await navigator.clipboard.writeText(button.dataset.copy!);
    button.textContent = 'Copied';
  } catch {
    // Browsers refuse it on pages that came without encryption.
    button.textContent = 'Not allowed';
  }
  clearTimeout(said.get(button));
  const restore = () => {
    button.textContent = label;
  };
  said.set(button, window.setTimeout(restore, SAID_MS));
}

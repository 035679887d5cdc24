// Copies a text, and says so on the button that was pressed.

const SAID_MS = 2000;
const said = new WeakMap<HTMLElement, number>();

export async function copyWith(button: HTMLElement, text: string): Promise<void> {
  const label = button.dataset.label ?? button.textContent;
  button.dataset.label = label;
  // The button keeps its width, whatever it says.
  button.style.minWidth = `${button.getBoundingClientRect().width}px`;
  button.setAttribute('aria-live', 'polite');
  try {
    await navigator.clipboard.writeText(text);
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

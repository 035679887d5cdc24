// What the sheets of all kinds of documents have in common.

/** With the quote in view; or the page alone, if there is no quote or it was not found in it. */
export type Showing = 'quote' | 'page';

export interface SheetProps {
  quote: string | null;
  /** Called once it is drawn and in view. */
  onShown?: ((how: Showing) => void) | undefined;
  /** Called with the text that the reader selected, and its page where there are pages. */
  onSelect?: ((text: string, page: number | null) => void) | undefined;
}

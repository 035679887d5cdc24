// What is known of the place of the focus. Without types of the browser, because the side that presses the keys reads it.

export interface Stop {
  name: string;
  /** Within the page, to compare pixels around it. */
  box: { x: number; y: number; width: number; height: number };
  faults: string[];
}

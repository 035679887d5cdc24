/** With this sentence the disclosure of a demo begins. */
export const DEMO_NOTICE = 'This is a demonstration: all providers and figures in it are fictional.';

/** Shown with every score. */
export const LIMITATIONS_DISCLOSURE =
  'Risk indicators order risk by published rules on the evidence named; they are not probabilities of default, ' +
  'credit ratings, or advice to buy, sell or hold. Missing evidence lowers a score and says nothing about the ' +
  'facts behind it. Scores change as evidence ages.';

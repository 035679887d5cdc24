// The text of terms, with its headings and lists.

import { partsOfTerms } from '@rf-indicators/contract/terms-text';

export function TermsText({ text }: { text: string }) {
  return partsOfTerms(text).map((part, at) => {
    // The parts never change their order.
    const key = `${part.kind} ${at}`;
    if (part.kind === 'list')
      return (
        <ul key={key}>
          {part.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    if (part.kind === 'title') return <h3 key={key}>{part.text}</h3>;
    if (part.kind === 'heading') return <h4 key={key}>{part.text}</h4>;
    return <p key={key}>{part.text}</p>;
  });
}

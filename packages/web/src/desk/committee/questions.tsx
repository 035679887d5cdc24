// What is open about a provider of a draft: contested values, missing evidence, and values without a document.

import { inputValue, inWords, plural } from '../../ui/format.ts';
import type { Labels } from './changes.tsx';
import type { Detail } from './groups.ts';
import styles from './item.module.css';

export function Questions({ item, labels }: { item: Detail; labels: Labels }) {
  const questions = questionsOf(item, labels);
  if (questions.length === 0) return null;
  return (
    <section className={styles.questions} aria-label="Open questions">
      <h3>Open questions</h3>
      <ul>
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </section>
  );
}

function questionsOf({ contested, result, inputs }: Detail, labels: Labels): string[] {
  const undocumented = inputs.filter(
    ({ proposal }) => proposal !== null && proposal.evidence.sha256 === null,
  ).length;
  const missing = (result?.missing ?? []).map((id) => labels.get(id) ?? inWords(id));
  return [
    ...contested.map(
      ({ input, value, grade, needs }) =>
        `${labels.get(input) ?? inWords(input)}: ${inputValue(value)} (grade ${grade}) is approved and does not count, because better evidence contradicts it. It needs grade ${needs}.`,
    ),
    ...(missing.length === 0 ? [] : [`No evidence that counts for ${missing.join(', ')}.`]),
    ...(undocumented === 0
      ? []
      : [`${plural(undocumented, 'value')} ${undocumented === 1 ? 'has' : 'have'} no stored document.`]),
  ];
}

// What is open about a provider: contested values, missing evidence, and documents that the reader has not opened.

import { inputValue, inWords, plural } from '../../ui/words.ts';
import type { Detail } from './groups.ts';
import styles from './item.module.css';

export function Questions({ item }: { item: Detail }) {
  const questions = questionsOf(item);
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

function questionsOf({ contested, result, inputs }: Detail): string[] {
  const unopened = inputs.filter(({ proposal }) => proposal?.evidence.opened === false).length;
  const undocumented = inputs.filter(
    ({ proposal }) => proposal !== null && proposal.evidence.sha256 === null,
  ).length;
  const labels = new Map(result?.criteria.map(({ id, label }) => [id, label]));
  const missing = (result?.missing ?? []).map((id) => labels.get(id) ?? inWords(id));
  return [
    ...contested.map(
      ({ input, value, grade, needs }) =>
        `${labels.get(input) ?? inWords(input)}: ${inputValue(value)} (grade ${grade}) is approved and does not count, because better evidence contradicts it. It needs grade ${needs}.`,
    ),
    ...(missing.length === 0 ? [] : [`No evidence that counts for ${missing.join(', ')}.`]),
    ...(undocumented === 0 ? [] : [`${plural(undocumented, 'changed input')} without a stored document.`]),
    ...(unopened === 0 ? [] : [`${plural(unopened, 'document')} that you have not opened.`]),
  ];
}

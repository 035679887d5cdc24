// Accepts terms: the whole text, and one's own name typed under it.

import type { InputOf } from '@rf-indicators/contract/acts';
import { partsOfTerms } from '@rf-indicators/contract/terms-text';
import { useRead } from '../../api/acts.ts';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { usePerson } from '../person.tsx';
import styles from './terms.module.css';

export type TermsKind = InputOf<'terms.show'>['kind'];

export const TERMS_NAMES: Readonly<Record<TermsKind, string>> = { api: 'API terms', agent: 'Agent terms' };

export const TERMS_NEEDED: Readonly<Record<TermsKind, string>> = {
  api: 'Keys can be created once they are accepted.',
  agent:
    'Only for the pilot of the agent tools: keys with the agent scope can be created once they are accepted.',
};

export function AcceptTerms({ kind, onClose }: { kind: TermsKind; onClose: () => void }) {
  const { name, workspace } = usePerson();
  const terms = useRead('terms.show', { kind });
  return (
    <ActDialog
      act="terms.accept"
      changes={['terms', 'workspaces']}
      title={`Accept the ${TERMS_NAMES[kind]} for ${workspace}?`}
      wide
      submit={`Accept the ${TERMS_NAMES[kind]}`}
      busy="Accepting…"
      notAllowed={terms.data === undefined ? 'the text is not there yet' : null}
      fields={(about) => (
        <>
          <ProblemBox error={terms.error} onRetry={() => void terms.refetch()} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
          <section className={styles.text} tabIndex={0} aria-label={TERMS_NAMES[kind]}>
            {terms.data === undefined ? null : <TermsText text={terms.data.text} />}
          </section>
          <TextField
            name="typed_name"
            label="Your name, to accept"
            help={`You accept for ${workspace}. Your name, the time, your address and the digest of the text stay on record.`}
            error={about('typed_name')}
            autoComplete="off"
            placeholder={name}
            required
          />
        </>
      )}
      check={(form): Record<string, string> => {
        const isOwn = plain(textOf(form, 'typed_name') ?? '') === plain(name);
        return isOwn ? {} : { typed_name: `Type your own name: ${name}.` };
      }}
      inputOf={(form) => ({ kind, digest: terms.data!.digest, typed_name: textOf(form, 'typed_name')! })}
      onClose={onClose}
    />
  );
}

/** As the server compares: capitals and spaces do not matter. */
function plain(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

function TermsText({ text }: { text: string }) {
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

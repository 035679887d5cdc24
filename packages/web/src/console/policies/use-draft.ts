// What somebody changes in a policy before it is saved: the document, or its text as JSON. The engine checks both as they are
// written.

import { type Policy, type PolicyFinding, policyFindings, type Rule } from '@rf-indicators/engine';
import { useMemo, useState } from 'react';
import { type ReadText, readText, textOf } from './as-json.tsx';
import { type Problem, problemsOf } from './policy.ts';

export interface Draft {
  document: Policy;
  isEdited: boolean;
  problems: readonly Problem[];
  findings: readonly PolicyFinding[];
  /** The text, while it is edited as such. */
  text: string | null;
  change: (document: Policy) => void;
  changeRules: (rules: Rule[], renamed?: readonly [string, string]) => void;
  changeExisting: (rules: Rule[], renamed?: readonly [string, string]) => void;
  write: (text: string) => void;
  showText: (isShown: boolean) => void;
  reset: () => void;
}

export function useDraft(saved: Policy): Draft {
  const [edited, setEdited] = useState<Policy | null>(null);
  const [text, setText] = useState<string | null>(null);
  const document = edited ?? saved;
  const { name } = saved;
  const read: ReadText | null = useMemo(() => (text === null ? null : readText(text, name)), [text, name]);
  const problems = useMemo(
    () => (read === null ? problemsOf(document, name) : read.problems),
    [read, document, name],
  );
  const findings = useMemo(
    () => (problems.length === 0 ? policyFindings(document) : []),
    [problems, document],
  );
  const isEdited =
    (edited !== null && textOf(edited) !== textOf(saved)) || (text !== null && read?.document === null);
  /** The exceptions of a renamed rule stay with it. */
  const renamedIn = (policy: Policy, [before, after]: readonly [string, string] = ['', '']): Policy =>
    before === after
      ? policy
      : {
          ...policy,
          exceptions: policy.exceptions.map((one) => (one.rule === before ? { ...one, rule: after } : one)),
        };
  return {
    document,
    isEdited,
    problems,
    findings,
    text,
    change: setEdited,
    changeRules: (rules, renamed) => setEdited(renamedIn({ ...document, rules }, renamed)),
    changeExisting: (rules, renamed) =>
      setEdited(renamedIn({ ...document, existing: { ...document.existing!, rules } }, renamed)),
    write: (written) => {
      setText(written);
      const result = readText(written, name);
      if (result.document !== null) setEdited(result.document);
    },
    showText: (isShown) => setText(isShown ? textOf(document) : null),
    reset: () => {
      setEdited(null);
      setText((shown) => (shown === null ? null : textOf(saved)));
    },
  };
}

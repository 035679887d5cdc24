// What a chief risk officer reads before signing, beside the button: the text, its differences, and its effect on every provider.

import type { MethodologyDocument } from '@rf-indicators/engine';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/acts.ts';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import type { Framework } from '../framework.ts';
import { FrameworkText } from './framework-text.tsx';
import { SignPanel } from './sign-panel.tsx';
import styles from './signing.module.css';

interface SigningProps {
  framework: Framework;
  /** The differences and the effect. */
  children: ReactNode;
}

export function Signing({ framework, children }: SigningProps) {
  const { data, error, refetch } = useRead('frameworks.document', { framework: framework.digest });
  const document = data?.document as unknown as MethodologyDocument | undefined;
  return (
    <div className={styles.beside}>
      <div className={styles.text}>
        {children}
        {error === null ? null : <ProblemBox error={error} onRetry={() => void refetch()} />}
        {document === undefined ? null : <FrameworkText document={document} />}
      </div>
      {document === undefined ? null : <SignPanel framework={framework} document={document} />}
    </div>
  );
}

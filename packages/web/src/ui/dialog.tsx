// A dialog: its title is the question, its buttons are at the right, and Escape cancels unless something would be lost.

import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** Null where the content has buttons of its own. */
  buttons: ReactNode;
  wide?: boolean;
  /** Absent for what must not be dismissed by accident, such as a secret. */
  onCancel?: () => void;
  /** alertdialog for what cannot be undone. */
  role?: 'dialog' | 'alertdialog';
}

export function Dialog({ title, children, buttons, wide = false, onCancel, role = 'dialog' }: DialogProps) {
  return (
    <ModalOverlay
      isOpen
      className={styles.scrim!}
      isDismissable={false}
      isKeyboardDismissDisabled={onCancel === undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onCancel?.();
      }}
    >
      <Modal className={wide ? `${styles.modal} ${styles.wide}` : styles.modal!}>
        <AriaDialog role={role} className={styles.dialog!}>
          <Heading slot="title" className={styles.title!}>
            {title}
          </Heading>
          {children}
          {buttons === null ? null : <div className={styles.buttons}>{buttons}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

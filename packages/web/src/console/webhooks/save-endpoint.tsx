// Adds an endpoint, or changes one.

import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { ProblemError } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { EndpointFields, fieldsOf } from './endpoint-form.tsx';
import styles from './webhooks.module.css';
import { type Endpoint, hostOf } from './words.ts';

export interface SaveEndpointProps {
  /** Null to add one. */
  endpoint: Endpoint | null;
  onSaved: (endpoint: Endpoint) => void;
  onClose: () => void;
}

const MEMBERS = ['url', 'description', 'event_types'];

export function SaveEndpoint({ endpoint, onSaved, onClose }: SaveEndpointProps) {
  const add = useAct('webhooks.add', ['webhooks']);
  const update = useAct('webhooks.update', ['webhooks']);
  const [hasNoTypes, setHasNoTypes] = useState(false);
  const { error, isPending } = endpoint === null ? add : update;
  const about = (member: string) => {
    if (member === 'event_types' && hasNoTypes) return 'Choose at least one type of event.';
    return error instanceof ProblemError ? error.about(member) : null;
  };
  const hasPlace = MEMBERS.some((member) => about(member) !== null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = fieldsOf(new FormData(event.currentTarget));
    // To the server, none means the default types.
    setHasNoTypes(fields.event_types.length === 0);
    if (fields.event_types.length === 0) return;
    const onSuccess = (saved: Endpoint) => {
      onSaved(saved);
      onClose();
    };
    if (endpoint === null) add.mutate(fields, { onSuccess });
    else update.mutate({ endpoint: endpoint.id, ...fields }, { onSuccess });
  };
  const isNew = endpoint === null;
  return (
    <Dialog
      title={isNew ? 'Add an endpoint' : `Change ${hostOf(endpoint.url)}`}
      wide
      onCancel={onClose}
      buttons={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form="save-endpoint"
            busy={isPending && (isNew ? 'Adding…' : 'Saving…')}
          >
            {isNew ? 'Add endpoint' : 'Save changes'}
          </Button>
        </>
      }
    >
      <p className="plain muted">
        {isNew
          ? 'It is sent every event of these types from now on, signed, and again after a failure.'
          : 'The change applies to events from now on.'}
      </p>
      <form id="save-endpoint" className={styles.form} onSubmit={submit}>
        <EndpointFields endpoint={endpoint} about={about} />
        {error === null || hasPlace ? null : <ProblemBox error={error} />}
      </form>
    </Dialog>
  );
}

// The fields of an endpoint: where to send, which events, about which providers.

import type { InputOf } from '@rf-indicators/contract/acts';
import { useProviders } from '../../api/providers.ts';
import { CheckField, TextField } from '../../ui/field.tsx';
import styles from './webhooks.module.css';
import { DEFAULT_TYPES, type Endpoint, EVENT_GROUPS, eventName } from './words.ts';

export interface EndpointFieldsProps {
  /** Null for a new one. */
  endpoint: Endpoint | null;
  about: (member: string) => string | null;
}

export function EndpointFields({ endpoint, about }: EndpointFieldsProps) {
  const types = endpoint?.event_types ?? DEFAULT_TYPES;
  return (
    <>
      <TextField
        name="url"
        label="URL"
        help="An https address of your receiver that anyone can reach."
        error={about('url')}
        defaultValue={endpoint?.url}
        required
        mono
        maxLength={4096}
        autoFocus={endpoint === null}
      />
      <TextField
        name="description"
        label="Description"
        help="What the receiver does with the events. May be empty."
        error={about('description')}
        defaultValue={endpoint?.description}
        maxLength={500}
      />
      {EVENT_GROUPS.map(({ title, types: offered }) => (
        <fieldset key={title} className={styles.group}>
          <legend>{title}</legend>
          {offered.map(({ type, delivery, description }) => (
            <CheckField
              key={type}
              name="event_types"
              value={type}
              defaultChecked={types.includes(type as never)}
            >
              {eventName(type)}
              <span className={styles.help}>
                {description}
                {delivery === 'opt_in' ? ' Frequent, so it is sent only if you choose it.' : null}
              </span>
            </CheckField>
          ))}
        </fieldset>
      ))}
      {about('event_types') === null ? null : <p role="alert">{about('event_types')}</p>}
      <Providers chosen={endpoint?.provider_ids ?? []} />
    </>
  );
}

function Providers({ chosen }: { chosen: readonly string[] }) {
  const providers = useProviders();
  return (
    <fieldset className={styles.group}>
      <legend>Providers</legend>
      <p className={styles.help}>Choose none to be sent events about all of them, also later ones.</p>
      <div className={styles.providers}>
        {(providers ?? []).map(({ id, name }) => (
          <CheckField key={id} name="providers" value={id} defaultChecked={chosen.includes(id)}>
            {name}
          </CheckField>
        ))}
      </div>
    </fieldset>
  );
}

type Fields = Required<Omit<InputOf<'webhooks.update'>, 'endpoint'>>;

export function fieldsOf(form: FormData): Fields {
  return {
    url: String(form.get('url')).trim(),
    description: String(form.get('description')).trim(),
    event_types: form.getAll('event_types').map(String),
    providers: form.getAll('providers').map(String),
  };
}

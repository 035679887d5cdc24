// Adds an endpoint, or changes one: where to send, which events, about which providers.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { useRead } from '../../api/acts.ts';
import { useProviders } from '../../api/providers.ts';
import { type About, ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { DEFAULT_TYPES, type Endpoint, EVENT_GROUPS, eventName, hostOf } from './webhook-names.ts';
import styles from './webhooks.module.css';

interface SaveEndpointProps {
  /** Null to add one. */
  endpoint: Endpoint | null;
  onSaved: (endpoint: Endpoint) => void;
  onClose: () => void;
}

export function SaveEndpoint({ endpoint, onSaved, onClose }: SaveEndpointProps) {
  const common = {
    changes: ['webhooks'],
    wide: true,
    fields: (about: About) => <EndpointFields endpoint={endpoint} about={about} />,
    check: (form: FormData) => ({
      ...(textOf(form, 'url') === undefined ? { url: 'Write the address of your receiver.' } : {}),
      // To the server, none means the default types.
      ...(form.has('event_types') ? {} : { event_types: 'Choose at least one type of event.' }),
    }),
    onDone: (saved: Endpoint) => {
      onSaved(saved);
      onClose();
    },
    onClose,
  };
  return endpoint === null ? (
    <ActDialog
      {...common}
      act="webhooks.add"
      title="Add an endpoint"
      lead={
        <span className="muted">
          It is sent every event of these types from now on, signed, and again after a failure.
        </span>
      }
      submit="Add endpoint"
      busy="Adding…"
      inputOf={fieldsOf}
    />
  ) : (
    <ActDialog
      {...common}
      act="webhooks.update"
      title={`Change ${hostOf(endpoint.url)}`}
      lead={<span className="muted">The change applies to events from now on.</span>}
      submit="Save changes"
      busy="Saving…"
      inputOf={(form) => ({ endpoint: endpoint.id, ...fieldsOf(form) })}
    />
  );
}

/** The operator can allow receivers in private networks. */
function reachable(allowed: AnswerOf<'webhooks.list'>['private_receivers'] | undefined): string {
  const listed = [...(allowed?.names ?? []), ...(allowed?.ranges ?? [])];
  if (listed.length === 0)
    return 'It must have a public address, which the service can reach from where it runs.';
  return `It has a public address, or one that the operator of this service allows: ${listed.join(', ')}.`;
}

function EndpointFields({ endpoint, about }: { endpoint: Endpoint | null; about: About }) {
  const types = endpoint?.event_types ?? DEFAULT_TYPES;
  const allowed = useRead('webhooks.list', {}).data?.private_receivers;
  return (
    <>
      <TextField
        name="url"
        label="URL"
        help={`The https address of your receiver. ${reachable(allowed)}`}
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
          <div className={styles.types}>
            {offered.map(({ type, delivery, description }) => (
              <div
                key={type}
                className={delivery === 'opt_in' ? styles.optional : undefined}
                title={description}
              >
                <CheckField name="event_types" value={type} defaultChecked={types.includes(type as never)}>
                  {eventName(type)}
                  {delivery === 'opt_in' ? (
                    <span className={styles.help}>
                      {description} It happens often, so it is off at first.
                    </span>
                  ) : null}
                </CheckField>
              </div>
            ))}
          </div>
        </fieldset>
      ))}
      {about('event_types') === null ? null : (
        <p className={styles.error} role="alert">
          <CrossGlyph /> {about('event_types')}
        </p>
      )}
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

function fieldsOf(form: FormData): Fields {
  return {
    url: String(form.get('url')).trim(),
    description: String(form.get('description')).trim(),
    event_types: form.getAll('event_types').map(String),
    providers: form.getAll('providers').map(String),
  };
}

// The end of the list: what becomes public, and the buttons to publish or discard.

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../../api/acts.ts';
import { ConnectionError } from '../../api/problem.ts';
import { ActDialog, FormDialog, missing, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AreaField } from '../../ui/field.tsx';
import { count, plural } from '../../ui/format.ts';
import { CrossGlyph } from '../../ui/glyphs.tsx';
import { WorkBar } from '../runs/work-bar.tsx';
import { useStaff } from '../staff.ts';
import { changesOf } from './changed-meanwhile.tsx';
import { countOf, type Overview, publishingCounts } from './groups.ts';
import { whyNotDiscard, whyNotPublish } from './may.ts';
import { PublishedGroups } from './notable.tsx';
import styles from './publish.module.css';

interface PublishProps {
  overview: Overview;
  seen: string;
}

export function PublishFoot({ overview, seen }: PublishProps) {
  const person = useStaff();
  const [asks, setAsks] = useState<'publish' | 'discard' | null>(null);
  if (overview.run.status !== 'draft') return null;
  const why = whyNotPublish(overview, person);
  const whyNoDiscard = whyNotDiscard(overview, person);
  const { publishes, confirms, held } = overview.committee;
  const { all } = publishingCounts(overview);
  return (
    <section className={styles.foot} aria-label="Publish or discard">
      <h2 className={styles.title}>
        {publishes > 0
          ? `Publish ${plural(publishes, 'indicator')}`
          : all === 0
            ? 'Confirm the indicators'
            : 'Publish'}
      </h2>
      {all === 0 ? (
        <p className={styles.sentence}>
          Publishing it adds no indicator. It confirms {plural(confirms, 'current indicator')}.
        </p>
      ) : (
        <ul className={styles.counts}>
          <PublishedGroups overview={overview} />
        </ul>
      )}
      {held.length === 0 ? null : <p className={styles.sentence}>{heldWords(overview)}</p>}
      <div className={styles.acts}>
        <Button
          kind={why === null ? 'primary' : 'secondary'}
          notAllowed={why}
          onPress={() => setAsks('publish')}
        >
          {publishes === 0 ? 'Publish…' : `Publish ${count(publishes)}…`}
        </Button>
        <Button notAllowed={whyNoDiscard} onPress={() => setAsks('discard')}>
          Discard…
        </Button>
      </div>
      {why === null ? null : (
        <p className={styles.why}>
          <CrossGlyph /> <span>{why}</span>
        </p>
      )}
      {whyNoDiscard === null ? null : (
        <p className={styles.why}>
          <CrossGlyph /> <span>{whyNoDiscard}</span>
        </p>
      )}
      {asks === 'publish' ? <Publish overview={overview} seen={seen} onClose={() => setAsks(null)} /> : null}
      {asks === 'discard' ? <Discard overview={overview} onClose={() => setAsks(null)} /> : null}
    </section>
  );
}

/** More names would bury the rest; the votes of each say what it waits for. */
const MOST_NAMED = 3;

function heldWords({ committee: { held } }: Overview): string {
  const named = held.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = held.length - named.length;
  const names = more > 0 ? `${named.join(', ')} and ${count(more)} more` : named.join(', ');
  return `${names} ${held.length === 1 ? 'stays' : 'stay'} in the draft: the committee has not accepted ${held.length === 1 ? 'it' : 'them'}.`;
}

function Publish({ overview, seen, onClose }: PublishProps & { onClose: () => void }) {
  const publish = useAct('runs.publish', ['runs']);
  const { run, committee } = overview;
  const { confirmed, notScored } = publishingCounts(overview);
  const { publishes: all, held } = committee;
  const wasCut = publish.error instanceof ConnectionError;
  return (
    <FormDialog
      title={all === 0 ? 'Publish this run?' : `Publish ${plural(all, 'indicator')}?`}
      isFinal
      submit="Publish"
      busy={(publish.isPending || run.progress !== null) && 'Publishing…'}
      error={wasCut ? null : publish.error}
      onSubmit={() => publish.mutate({ run: run.id, seen }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ul className={styles.counts}>
        <PublishedGroups overview={overview} />
        {confirmed === 0 ? null : <li>{countOf('confirmed', confirmed)}, without a new indicator</li>}
        {notScored === 0 ? null : <li>{countOf('not_scored', notScored)}: what is published stays</li>}
        {held.length === 0 ? null : <li>{heldWords(overview)}</li>}
      </ul>
      {changesOf(overview).map((change) => (
        <p key={change} className="plain">
          {change}
        </p>
      ))}
      <p className="plain">
        What is published stays on record for good: it can be corrected or withdrawn, not deleted.
      </p>
      {run.progress === null ? null : <WorkBar progress={run.progress} />}
      {wasCut ? (
        <p className="plain" role="alert">
          The connection was cut. If publishing has begun, it continues, and this page shows it.
        </p>
      ) : null}
    </FormDialog>
  );
}

/** Discards a draft, with a reason. One with bad news takes two people: it is then requested. */
function Discard({ overview, onClose }: { overview: Overview; onClose: () => void }) {
  const { run, discard_takes_two: takesTwo } = overview;
  const { all } = publishingCounts(overview);
  return (
    <ActDialog
      act="runs.discard"
      changes={['runs', 'requests']}
      title={takesTwo ? 'Request to discard this draft?' : 'Discard this draft?'}
      lead={`${plural(all, 'indicator')} of it will not be published. What it already published stays.${
        takesTwo
          ? ' It lowers a band or corrects something, so that another person must agree: nobody alone makes bad news disappear.'
          : ''
      }`}
      isFinal
      submit={takesTwo ? 'Request' : 'Discard'}
      busy="Discarding…"
      fields={(about) => (
        <AreaField
          name="reason"
          label="Reason"
          help="It stays on record."
          maxLength={2000}
          error={about('reason')}
        />
      )}
      check={(form) => missing(form, { reason: 'Write why it must not be published.' })}
      inputOf={(form) => ({ run: run.id, reason: textOf(form, 'reason')! })}
      onDone={({ done }) => {
        if (done) onClose();
      }}
      done={({ done }) => (done ? null : <Requested onClose={onClose} />)}
      onClose={onClose}
    />
  );
}

function Requested({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Discarding was requested"
      onCancel={onClose}
      buttons={<Button onPress={onClose}>Close</Button>}
    >
      <p className="plain">
        Another operator, reviewer or chief risk officer approves it under{' '}
        <Link to="/desk/requests">requests</Link>. Until then the draft stays as it is.
      </p>
    </Dialog>
  );
}

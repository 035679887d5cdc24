// Signing keys and the log: the newest checkpoint, its witnesses, and verifications of everything.

import { useState } from 'react';
import { useRead } from '../../../api/acts.ts';
import { Title } from '../../../frame/title.tsx';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Code } from '../../../ui/code.tsx';
import { Copy } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { count, plural } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { Section } from '../../../ui/section.tsx';
import { State } from '../../../ui/state.tsx';
import { Table } from '../../../ui/table.tsx';
import { notAllowedUnless } from '../../allowed.ts';
import { useStaff } from '../../staff.ts';
import { Verifications } from './verifications.tsx';

export function SigningLog() {
  const { data: log, error, refetch } = useRead('log.show', {});
  const keys = useRead('signing_keys.list', {}).data?.data;
  const [isRotating, setRotating] = useState(false);
  const [isNoteShown, setNoteShown] = useState(false);
  const notAllowed = notAllowedUnless(useStaff(), ['operator']);
  return (
    <>
      <Title
        title="Signing keys and log"
        note={log === undefined ? '' : plural(log.tree_size, 'entry', 'entries')}
      />
      <ProblemBox error={error} onRetry={() => void refetch()} />
      <Verifications />
      <Section
        title="Newest checkpoint"
        aside={
          log?.checkpoint == null ? undefined : (
            <Button kind="quiet" onPress={() => setNoteShown(!isNoteShown)}>
              {isNoteShown ? 'Hide the note' : 'Show the note'}
            </Button>
          )
        }
      >
        {log === undefined ? (
          <div aria-busy={error === null} />
        ) : (
          <Facts
            facts={{
              'Entries of the log': count(log.tree_size),
              'Signed checkpoint':
                log.checkpoint === null ? (
                  'none yet'
                ) : (
                  <>
                    of {plural(log.checkpoint.tree_size, 'entry', 'entries')},{' '}
                    <Instant at={log.checkpoint.created_at} />
                  </>
                ),
              Records: `${count(log.records.entries)}, ${
                log.records.entries === log.records.sealed
                  ? 'all signed'
                  : `${count(log.records.entries - log.records.sealed)} to be signed within minutes`
              }`,
              'Pinned key':
                log.pinned_key === null ? (
                  'none: anyone who can write to the store could replace the keys'
                ) : (
                  <span className="mono">{log.pinned_key}</span>
                ),
              'Checkpoints outside the store': log.keeps_checkpoints
                ? 'kept in a file'
                : 'none are kept: a log that was cut short would go unnoticed',
            }}
          />
        )}
        {isNoteShown && log?.checkpoint != null ? (
          <Code text={log.checkpoint.note} what="the checkpoint" />
        ) : null}
      </Section>
      <Section title="Witnesses">
        <Table
          label="Witnesses"
          columns={[
            { head: 'Witness', cell: ({ name }) => name },
            { head: 'Key', isMinor: true, cell: ({ key_id }) => <span className="mono">{key_id}</span> },
            {
              head: 'Cosigned entries',
              isFigure: true,
              isMinor: true,
              cell: ({ tree_size }) => count(tree_size),
            },
            { head: 'When', isFixed: true, isMinor: true, instant: ({ cosigned_at }) => cosigned_at },
            {
              head: 'State',
              isFixed: true,
              cell: ({ tree_size }) =>
                tree_size >= (log?.checkpoint?.tree_size ?? 0) ? (
                  <State kind="good">up to date</State>
                ) : (
                  <State kind="waiting">behind</State>
                ),
            },
          ]}
          rows={log?.witnesses}
          keyOf={({ key_id }) => key_id}
          empty="No witness has cosigned a checkpoint. Witnesses are set with RF_WITNESSES."
        />
      </Section>
      <Section
        title="Signing keys"
        aside={
          <Button kind="quiet" notAllowed={notAllowed} onPress={() => setRotating(true)}>
            Rotate…
          </Button>
        }
      >
        <Table
          label="Signing keys"
          columns={[
            {
              head: 'Key',
              cell: ({ key_id, public_key }) => (
                <>
                  <span className="mono">{key_id}</span> <Copy text={public_key} what={`the key ${key_id}`} />
                </>
              ),
            },
            { head: 'From', isFixed: true, isMinor: true, instant: ({ valid_from }) => valid_from },
            {
              head: 'Until',
              isFixed: true,
              isMinor: true,
              cell: ({ valid_until }) => (valid_until === null ? 'now' : <Instant at={valid_until} />),
            },
            {
              head: 'State',
              isFixed: true,
              cell: ({ valid_until }) =>
                valid_until === null ? <State kind="good">signs</State> : <State kind="off">rotated</State>,
            },
          ]}
          rows={keys?.toReversed()}
          keyOf={({ key_id }) => key_id}
          empty="There is no signing key."
        />
        {notAllowed === null ? null : <p className="plain muted">{`To rotate the key, ${notAllowed}.`}</p>}
      </Section>
      {isRotating ? (
        <ActDialog
          act="signing_keys.rotate"
          changes={['signing_keys', 'log']}
          title="Rotate the signing key?"
          lead="A new key signs from now on. The log records the rotation, signed with both keys, so that readers who pinned the old one follow it. What was signed stays valid."
          isFinal
          submit="Rotate the key"
          busy="Rotating…"
          inputOf={() => ({})}
          onClose={() => setRotating(false)}
        />
      ) : null}
    </>
  );
}

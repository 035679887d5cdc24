// Watch: the alerts of a workspace, the rules that raise them, the channels that tell of them, and a person's own digest.

import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { Title } from '../../frame/title.tsx';
import { usePageSearch } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { count, plural } from '../../ui/format.ts';
import { Split } from '../../ui/panel.tsx';
import { useKeys, useSingleKeys } from '../../ui/single-keys.tsx';
import { IfMay, useMay, WhoMay } from '../person.tsx';
import { AlertList } from './alert-list.tsx';
import { AlertPanel } from './alert-panel.tsx';
import { ChannelPanel } from './channel-panel.tsx';
import { ChannelList } from './channels.tsx';
import { Digest } from './digest.tsx';
import { HandleAlert, type Handled } from './handle-alert.tsx';
import { focusedAlert, stepInAlerts, WatchKeys } from './keys.tsx';
import { NewRule, RulePanel } from './rule-panel.tsx';
import { RuleList } from './rules.tsx';
import type { WatchSearch } from './watch-words.ts';

const EVERY_MS = 30_000;
const CLOSED = { open: '', edit: '', channel: '' } as const;

export function Watch() {
  const { data: counts } = useRead('watch.overview', {}, { everyMs: EVERY_MS });
  // Asked for at once; their lists are drawn when both are known, so that nothing moves.
  const rules = useRead('watch.rules', {});
  const channels = useRead('watch.channels', {}, { everyMs: EVERY_MS });
  const areKnown = [rules, channels].every(({ data, error }) => data !== undefined || error !== null);
  const searching = usePageSearch('/console/$workspace/watch', { keepsScroll: true });
  const { search, set } = searching;
  const [handled, setHandled] = useState<Handled | null>(null);
  const [areKeysOn, setKeysOn] = useSingleKeys();
  const [isHelp, setHelp] = useState(false);
  const mayWrite = useMay('watch.create_rule');
  const mayHandle = useMay('watch.acknowledge');
  const show = (place: Partial<Pick<WatchSearch, 'open' | 'edit' | 'channel'>>) =>
    set({ ...CLOSED, ...place });
  const write = () => show({ edit: 'new' });
  useKeys(areKeysOn, {
    j: () => stepInAlerts(1),
    k: () => stepInAlerts(-1),
    n: () => (mayWrite ? write() : undefined),
    a: () => {
      const alert = focusedAlert(search.open);
      if (mayHandle && alert !== null && search.state !== 'resolved')
        setHandled({ ...alert, how: 'acknowledge' });
    },
    '?': () => setHelp(true),
  });
  const isOpen = search.open !== '' || search.edit !== '' || search.channel !== '';
  return (
    <>
      <Split
        isWide
        list={
          <>
            <Title
              title="Watch"
              {...(counts === undefined || counts.open === 0 ? {} : { tab: `(${count(counts.open)}) Watch` })}
              note={counts === undefined ? '' : noteOf(counts)}
              act={
                <IfMay act="watch.create_rule">
                  <Button kind={isOpen ? 'secondary' : 'primary'} onPress={write}>
                    New rule
                  </Button>
                </IfMay>
              }
            />
            <WhoMay act="watch.create_rule" doing="write rules and handle alerts" />
            <AlertList
              searching={searching}
              counts={counts}
              everyMs={EVERY_MS}
              onHandle={setHandled}
              onOpen={(open) => show({ open })}
            >
              {areKnown ? (
                <>
                  <RuleList openId={search.edit} onOpen={(edit) => show({ edit })} />
                  <ChannelList openId={search.channel} onOpen={(channel) => show({ channel })} />
                </>
              ) : null}
            </AlertList>
            <WatchKeys isOn={areKeysOn} isHelp={isHelp} onSwitch={setKeysOn} onHelp={setHelp} />
          </>
        }
        panel={panelOf()}
      />
      {handled === null ? null : (
        <HandleAlert key={handled.id} handled={handled} onClose={() => setHandled(null)} />
      )}
    </>
  );

  function panelOf() {
    const close = () => show({});
    if (search.open !== '')
      return (
        <AlertPanel
          key={search.open}
          id={search.open}
          everyMs={EVERY_MS}
          onHandle={setHandled}
          onClose={close}
        />
      );
    if (search.edit === 'new') return <NewRule onSaved={(edit) => show({ edit })} onClose={close} />;
    if (search.edit !== '') return <RulePanel key={search.edit} id={search.edit} onClose={close} />;
    if (search.channel !== '')
      return <ChannelPanel key={search.channel} id={search.channel} onClose={close} />;
    return <Digest />;
  }
}

function noteOf({
  open,
  acknowledged,
  rules,
}: {
  open: number;
  acknowledged: number;
  rules: number;
}): string {
  return `${count(open)} open · ${count(acknowledged)} acknowledged · ${plural(rules, 'rule')}`;
}

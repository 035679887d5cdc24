// Every shared component in every state, for those who design and test: one look at the whole.

import { type ReactNode, useState } from 'react';
import { ProblemError } from '../api/problem.ts';
import { Title } from '../frame/title.tsx';
import { Button } from '../ui/button.tsx';
import { CellBar } from '../ui/cell-bar.tsx';
import { useNow } from '../ui/clock.ts';
import { Code, CodeTabs } from '../ui/code.tsx';
import { DailyBars } from '../ui/daily-bars.tsx';
import { DaysLeft } from '../ui/days-left.tsx';
import { Facts } from '../ui/facts.tsx';
import { AreaField, CheckField, SelectField, TextField } from '../ui/field.tsx';
import { FilterChoice, Filters, FilterText, NothingFound } from '../ui/filters.tsx';
import { Ago, Day, Instant, Until } from '../ui/instant.tsx';
import { Meter } from '../ui/meter.tsx';
import { ProblemBox } from '../ui/problem-box.tsx';
import { Section } from '../ui/section.tsx';
import { State } from '../ui/state.tsx';
import styles from './components.module.css';
import { Dialogs } from './dialogs.tsx';
import { Tables } from './tables.tsx';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

export function Components() {
  return (
    <main className={styles.page} id="main">
      <Title title="Components" note="Every shared component in every state" />
      <Buttons />
      <Fields />
      <FilterRow />
      <States />
      <Tables />
      <Charts />
      <Dialogs />
    </main>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

function Buttons() {
  return (
    <Section title="Buttons" note="Hover, focus and press them.">
      <Row>
        <Button kind="primary">Publish 7 indicators</Button>
        <Button>Cancel</Button>
        <Button kind="quiet">Table</Button>
      </Row>
      <Row>
        <Button kind="primary" busy="Publishing…">
          Publish 7 indicators
        </Button>
        <Button kind="primary" notAllowed="viewers cannot create keys">
          Create key
        </Button>
        <Button notAllowed="viewers cannot change keys">Rotate backend…</Button>
        <span className="muted">Viewers cannot change keys.</span>
      </Row>
    </Section>
  );
}

function Fields() {
  return (
    <Section title="Fields">
      <div className={styles.fields}>
        <TextField label="Name" help="What the key is for, such as the program that uses it." />
        <TextField
          label="Name"
          defaultValue="backend"
          error="There is already a key with this name. Use another."
        />
        <TextField label="Verification id" defaultValue="RF-4YQ2K-7MZ0A" mono readOnly />
        <SelectField label="Tier" help="Not above that of your workspace.">
          <option>Professional</option>
          <option>Free</option>
        </SelectField>
        <AreaField label="Reason" help="The person who proposed it reads this." />
        <div>
          <CheckField>I have stored it</CheckField>
          <CheckField defaultChecked>For agents</CheckField>
        </div>
      </div>
    </Section>
  );
}

function FilterRow() {
  const [text, setText] = useState('');
  const [state, setState] = useState('all');
  return (
    <Section title="Filters">
      <Filters aside={<Button kind="quiet">CSV</Button>}>
        <FilterText label="Name or prefix" value={text} onChange={setText} />
        <FilterChoice
          label="State"
          value={state}
          options={{ all: 'all', ended: 'ended' }}
          onChange={setState}
        />
      </Filters>
      <p className="plain muted">
        <NothingFound what="No key matches “back”." onClear={() => setText('')} />
      </p>
    </Section>
  );
}

function States() {
  const now = useNow();
  return (
    <Section title="States, times and problems">
      <Row>
        <State kind="good">delivered</State>
        <State kind="waiting">waiting</State>
        <State kind="failed">failed</State>
        <State kind="off">disabled</State>
      </Row>
      <Facts
        facts={{
          'Just now': <Ago at={now - 2000} />,
          'Some days ago': <Ago at={now - 3 * DAY} />,
          'Long ago': <Ago at={now - 30 * DAY} />,
          'On record': <Instant at={now - 3 * DAY} />,
          Day: <Day at={now} />,
          Due: <Until at={now + 5 * HOUR} />,
          'Days left': <DaysLeft until={now + 5 * DAY} span={14 * DAY} now={now} />,
          'Hours left': <DaysLeft until={now + 5 * HOUR} span={DAY} now={now} />,
        }}
      />
      <div className={styles.problems}>
        <ProblemBox error={refusal} />
        <ProblemBox error={failure} onRetry={() => undefined} />
      </div>
      <Code text={"curl -H 'x-api-key: YOUR_KEY' \\\n  https://indicators.example/api/v1/scores"} />
      <CodeTabs
        label="Lines"
        texts={{ curl: 'curl https://indicators.example', JavaScript: 'await client.listScores();' }}
      />
    </Section>
  );
}

const refusal = new ProblemError({
  type: '/docs/errors#conflict',
  title: 'Conflict',
  status: 409,
  detail: 'There is already a key called backend. Use another name.',
  code: 'conflict',
  request_id: 'demo-1',
});
const failure = new ProblemError({
  type: '/docs/errors#internal_error',
  title: 'Internal error',
  status: 500,
  detail: 'The service failed. Try again; if it fails again, tell the operator the request id.',
  code: 'internal_error',
  request_id: 'demo-2',
});

function Charts() {
  const now = useNow();
  const days = Array.from({ length: 30 }, (_, at) => ({
    day: new Date(now - (29 - at) * DAY).toISOString().slice(0, 10),
    accepted: 200 + ((at * 97) % 311),
    refused: at === 17 ? 120 : 0,
  }));
  const none = days.map(({ day }) => ({ day, accepted: 0, refused: 0 }));
  return (
    <Section title="Charts">
      <div className={styles.charts}>
        <DailyBars days={days} label="Requests" />
        <DailyBars days={none} label="No requests" />
        <Meter label="Professional" used={412} limit={1000} nextAt={null} note="7 keys share it" />
        <Meter label="Free" used={84} limit={100} nextAt={null} />
        <Meter label="Enterprise" used={10_000} limit={10_000} nextAt={now + 4 * 60_000} />
        <Row>
          <CellBar value={80} most={100} />
          <CellBar value={0} most={100} />
        </Row>
      </div>
    </Section>
  );
}

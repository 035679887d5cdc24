// One issuance: its details, and what can become of it.

import { useState } from 'react';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { utcDate } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Acts, Panel } from '../../../ui/panel.tsx';
import { Section } from '../../../ui/section.tsx';
import { NotApplicable } from '../../../ui/table.tsx';
import { notAllowedUnless } from '../../allowed.ts';
import { useStaff } from '../../staff.ts';
import { amountOf, type Issuance, type IssuanceStatus, STATUSES, TYPES } from './issuance.ts';
import { detailsOf, IssuanceFields } from './issuance-form.tsx';

export function IssuancePanel({ issuance, onClose }: { issuance: Issuance; onClose: () => void }) {
  const { id, name, issuer_name, status, type, ticker, isin, coupon_rate, price, source_url, updated_at } =
    issuance;
  const [asking, setAsking] = useState<IssuanceStatus | 'change' | null>(null);
  const notAllowed = notAllowedUnless(useStaff(), ['operator']);
  const { next } = STATUSES[status];
  const close = () => setAsking(null);
  return (
    <Panel
      title={name}
      facts={
        <>
          {issuer_name} · changed <Instant at={updated_at} />
        </>
      }
      onClose={onClose}
    >
      <Section title="Details">
        <Facts
          facts={{
            Type: TYPES[type],
            Status: STATUSES[status].word,
            'Announced (UTC)': utcDate(issuance.announced_on),
            'Pricing (UTC)': dayOf(issuance.pricing_on),
            'Settles (UTC)': dayOf(issuance.settles_on),
            Amount: amountOf(issuance) ?? <NotApplicable />,
            Coupon: coupon_rate === null ? <NotApplicable /> : `${coupon_rate} %`,
            Price: price ?? <NotApplicable />,
            Ticker: ticker === null ? <NotApplicable /> : <span className="mono">{ticker}</span>,
            ISIN: isin === null ? <NotApplicable /> : <span className="mono">{isin}</span>,
            Source: source_url === null ? <NotApplicable /> : <a href={source_url}>{source_url}</a>,
          }}
        />
      </Section>
      <Section title={next.length === 0 ? 'It can no longer change' : 'What became of it'}>
        {next.length === 0 ? (
          <p className="plain muted">{`It is ${STATUSES[status].word}, which is final.`}</p>
        ) : (
          <Acts>
            {next.map((one) => (
              <Button key={one} notAllowed={notAllowed} onPress={() => setAsking(one)}>
                {`Now ${STATUSES[one].word}…`}
              </Button>
            ))}
            <Button notAllowed={notAllowed} onPress={() => setAsking('change')}>
              Change details…
            </Button>
          </Acts>
        )}
        {notAllowed === null || next.length === 0 ? null : (
          <p className="plain muted">{`To change an issuance, ${notAllowed}.`}</p>
        )}
      </Section>
      {asking === 'change' ? <ChangeIssuance issuance={issuance} onClose={close} /> : null}
      {asking === null || asking === 'change' ? null : (
        <ActDialog
          act="issuances.change_status"
          changes={['issuances']}
          title={`${name} is now ${STATUSES[asking].word}?`}
          lead={`The public list says so at once, and subscribers are notified.${
            STATUSES[asking].next.length === 0 ? ' It cannot change afterwards.' : ''
          }`}
          isFinal
          submit={`It is ${STATUSES[asking].word}`}
          busy="Saving…"
          inputOf={() => ({ id, status: asking })}
          onClose={close}
        />
      )}
    </Panel>
  );
}

/** Keeps what it was opened with: the page keeps showing what others change, and the server compares. */
function ChangeIssuance({ issuance, onClose }: { issuance: Issuance; onClose: () => void }) {
  const [given] = useState(issuance);
  const { id, name, updated_at } = given;
  return (
    <ActDialog
      act="issuances.update"
      changes={['issuances']}
      title={`Change ${name}`}
      submit="Save"
      busy="Saving…"
      fields={(about) => <IssuanceFields about={about} given={given} />}
      inputOf={(form) => ({ id, changes: detailsOf(form, given), seen: updated_at })}
      onClose={onClose}
    />
  );
}

function dayOf(day: string | null) {
  return day === null ? <NotApplicable /> : utcDate(day);
}

// Acts that wait for a second person, where they were asked for: who asked, and who can approve.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../api/acts.ts';
import { Instant } from '../../ui/instant.tsx';
import { staffId, useStaff } from '../staff.ts';
import styles from './registers.module.css';

type OpenRequest = AnswerOf<'requests.list'>['data'][number];

export function useOpenRequests(): readonly OpenRequest[] {
  return useRead('requests.list', { status: 'open', limit: 200 }).data?.data ?? [];
}

/** `words` says what was asked for: "Activate RF Framework v2.0". */
export function Waiting({ request, words }: { request: OpenRequest; words: string }) {
  const isOwn = request.requested_by === staffId(useStaff());
  return (
    <p className={styles.waiting} role="status">
      <strong>{`${words}: waits for a second person.`}</strong> {isOwn ? 'You' : request.requester} requested
      it on <Instant at={request.requested_at} />; the request ends on <Instant at={request.expires_at} />.{' '}
      {isOwn
        ? 'Another operator, reviewer or chief risk officer approves it on the page '
        : 'You can approve or refuse it on the page '}
      <Link to="/desk/requests">Requests</Link>.
    </p>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  'staff.set_roles': 'Change of roles',
  'staff.retire': 'Retirement',
  'staff.erase': 'Erasure of the name',
  'staff.revoke_token': 'Revocation of a token',
  'sign_ins.unlink': 'Removal of the link to the OIDC provider',
  'officer_keys.enrol': 'Enrolment of a key',
  'officer_keys.retire': 'Retirement of a key',
  'frameworks.activate': 'Activation',
  'frameworks.cancel': 'Cancellation',
  'providers.rename': 'Change of the name',
  'providers.change_slug': 'Change of the slug',
  'providers.describe': 'Change of the description',
  'specimens.name': 'Naming as a specimen',
  'specimens.end': 'End as a specimen',
  'entry_checks.record': 'New entry checks',
};

export function wordsOf({ act }: OpenRequest): string {
  return WORDS[act] ?? act.replaceAll(/[._]/g, ' ');
}

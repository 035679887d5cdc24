// The scans that are accepted, by table and by what asks for them first, each with its reason. Every other query that scans
// a table which grows gets an index, or asks in another way.

const UNTIL_FULL =
  'It reads in the order of an index until its page is full, and leaves out what is not rare.';
const IN_TEXTS = 'A part of a text is looked for in the order of time, until the page is full.';
const IN_NAMES = 'A part of a name is looked for in the names of all providers: one short row for each.';
const ONE_EACH = 'The answer has or counts every provider: one row for each.';
const BOARD =
  'The due board is kept in the order of its pages. It is read in this order until the page is full; a summary counts to a limit.';
const OF_ONE = 'It sorts the indicators of one provider.';
const NAMES = 'The names of all providers are read once, and kept until one changes.';
const RUN = 'A run looks at every provider, and at what was retracted.';
const FILE = 'What a file or a renewal says is compared with every provider.';
const HIDDEN =
  'Each row is compared with what was recorded, because one that somebody hid counts too: one for each person or workspace.';
const RARE = 'It is done a few times in the life of a store.';
const CHECKS =
  'Each check counts and names the rows of its input: one short row for each input of each provider.';
const SET_UP =
  'It is read until the first publication, so that there are few; whether there is one takes one row.';
const ONE_DAY = 'These rows are deleted after a day.';

export const ACCEPTED_SCANS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  books: { 'master_key.rotate': RARE },
  claims: { 'workspaces.issue_claim_code': HIDDEN },
  endpoint_secrets: { 'master_key.rotate': RARE },
  idempotent_answers: { 'score_requests.erase': ONE_DAY },
  log_leaves: { 'founding.return': RARE },
  record_chain: { 'master_key.rotate': RARE },
  user_members: { 'members.invite_again': HIDDEN },
  user_passkeys: { 'POST /sign-in/email': HIDDEN },
  user_two_factors: { 'master_key.rotate': RARE },
  watch_channels: { 'master_key.rotate': RARE },
  workspace_secrets: { 'master_key.rotate': RARE },
  audit: { 'audit.list': IN_TEXTS },
  due_inputs: { 'due.checks': CHECKS, 'due.list': BOARD, 'due.map': BOARD, 'due.summary': BOARD },
  due_notes: { 'due.checks': CHECKS },
  due_providers: {
    'due.checks': IN_NAMES,
    'due.calendar': IN_NAMES,
    'due.list': IN_NAMES,
    'due.map': IN_NAMES,
    'due.summary': ONE_EACH,
    'inputs.due': BOARD,
  },
  events: { listEvents: UNTIL_FULL },
  indicators: {
    'frameworks.cancel': RARE,
    get_score_history: OF_ONE,
    getScoreChanges: OF_ONE,
    getScoreHistory: OF_ONE,
  },
  proposals: { 'inputs.list': UNTIL_FULL },
  provider_namings: { 'books.read_file': NAMES },
  provider_slugs: { 'books.read_file': NAMES, 'providers.import': FILE },
  provider_versions: { 'desk.setup': SET_UP },
  provider_states: { 'providers.list': ONE_EACH, 'watch.preview': ONE_EACH },
  providers: {
    'books.read_file': NAMES,
    'desk.setup': SET_UP,
    'entry_checks.record': RARE,
    'frameworks.impact': RUN,
    'inputs.due': ONE_EACH,
    'inputs.renew': FILE,
    listPublicHistories: ONE_EACH,
    listScores: ONE_EACH,
    'providers.import': FILE,
    'providers.list': ONE_EACH,
    'runs.compute': RUN,
  },
  retractions: { 'corrections.draft': RUN, 'runs.compute': RUN },
  score_requests: { 'score_requests.list': IN_TEXTS },
  served_indicators: {
    'desk.home': ONE_EACH,
    'desk.setup': SET_UP,
    listScores: UNTIL_FULL,
    scoresPage: UNTIL_FULL,
    scoresTimeline: ONE_EACH,
  },
  webhook_deliveries: {
    'service.show': 'Deliveries are deleted after 30 days, and an index has those that wait.',
  },
  withdrawal_requests: {
    'withdrawals.list':
      'Which requests are open follows from other tables, and people ask for some hundreds a year.',
  },
  workspaces: { 'workspaces.list': UNTIL_FULL },
};

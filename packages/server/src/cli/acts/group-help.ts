// What the help of a group of commands says after the list of its commands.

/** The descriptions of groups within groups. */
export const NESTED_GROUPS: Readonly<Record<string, string>> = {
  'staff founding': 'Return to the founding of a store that has lost its people, or stop that.',
};

export const GROUP_HELP: Readonly<Record<string, string>> = {
  staff: `
Roles:
  analyst             records providers, proposes inputs, computes draft runs
  reviewer            approves or rejects the proposals of others, approves drafts and requests
  chief_risk_officer  signs frameworks, invites people, approves requests
  operator            computes and publishes runs, invites people, manages workspaces

While a store is being founded, until its first framework is active, the first operator enrols people alone. After
that, an invitation must be confirmed by somebody who did not send it, and other changes are requests that a second
person approves: rf approvals list`,

  'sign-ins': `
A person opens the link, chooses how to sign in, and is shown a check number. Nothing is active until a second person has
heard that number from them and confirms it: rf sign-ins confirm. Members are invited and confirmed by their Contract
Admin: rf members invite, rf members confirm.`,

  members: `
Roles:
  contract_admin  accepts the terms, adds people, creates keys
  risk_officer    saves, activates and stops policies
  developer       creates, rotates and revokes keys
  viewer          can only read
A workspace always has a contract_admin: the last one cannot be removed. Have two, in case one loses their token.`,

  policy: `
From a file to a version that decides:
  rf policy new lender > policy.yaml          then edit it
  rf policy lint policy.yaml
  rf policy save policy.yaml                  a draft of your workspace
  rf policy ask NAME                          active at once, unless it takes two people:
  rf policy activate NAME --digest DIGEST     by another person, who read it with rf policy show NAME
A version takes two people if it has exceptions that the active one does not have exactly so, or if your workspace
wants them always: rf policy change-settings --second-person always`,

  terms: `
Terms:
  api    must be accepted before any key is created
  agent  must be accepted as well before a key with the agent scope is created`,

  workspaces: `
From a workspace to its first key:
  rf workspaces create NAME --tier PROFESSIONAL             as operator; give the code to the customer
  rf workspaces claim --code CODE --name NAME               as Contract Admin of the customer
  rf terms show --kind api                                  read the terms, then accept them
  rf terms accept --kind api --accept-digest DIGEST
  rf keys create NAME --tier PROFESSIONAL`,

  webhooks: `
To see a delivery on your own machine, while rf serve --demo is running (which prints the whole line):
  rf webhooks listen --register                  a receiver that verifies signatures and prints events
Then register your own endpoint:
  rf webhooks add --url https://example.org/hook --events score.changed,band.changed
  rf webhooks test ENDPOINT --type band.changed
  rf webhooks deliveries --follow`,
};

// Bindings of the acts about workspaces.

import { claimWorkspace, issueClaimCode } from '../accounts/claim.ts';
import { resumeWorkspace, suspendWorkspace } from '../accounts/suspension.ts';
import { showSecretOnce, showWorkspace } from '../accounts/workspace-state.ts';
import {
  createWorkspace,
  disablePilot,
  enablePilot,
  listWorkspaces,
  setTier,
  WORKSPACE_ORDER,
} from '../accounts/workspaces.ts';
import { endSecretOverlap, rotateSigningSecret } from '../webhooks/secret-rotation.ts';
import type { ActsAbout, Bindings } from './binding.ts';

/** The audit trail is in a file of its own. */
type WorkspaceAct = Exclude<ActsAbout<'workspaces'>, 'workspaces.audit'>;

export const workspaceBindings: Bindings<WorkspaceAct> = {
  'workspaces.list': ({ context }, _, filter) =>
    WORKSPACE_ORDER.page(filter, (portion) => listWorkspaces(context.store.db, filter, portion)),
  'workspaces.show': ({ context }, { reader: _, ...workspace }) => showWorkspace(context, workspace),
  'workspaces.create': async ({ context, masterKey }, actor, wanted) => {
    const { workspace, claim } = await createWorkspace(context, actor, masterKey(), wanted);
    return { workspace, claim_code: claim.code, claim_expires_at: claim.expires_at };
  },
  'workspaces.issue_claim_code': async ({ context }, actor, { workspace }) => {
    const { code, expires_at } = await issueClaimCode(context, actor, workspace);
    return { claim_code: code, claim_expires_at: expires_at };
  },
  'workspaces.claim': async ({ context, masterKey }, _, claim) => {
    const { member, token, signingSecret } = await claimWorkspace(context, masterKey(), claim);
    const { id, name, tier } = member.workspace;
    return {
      workspace: { id, name, tier },
      member: { id: member.id, name: member.name, token },
      signing_secret: signingSecret,
    };
  },
  'workspaces.set_tier': ({ context }, actor, { workspace, tier, entitlements }) =>
    setTier(context, actor, workspace, tier, entitlements),
  'workspaces.enable_pilot': ({ context }, actor, { workspace }) => enablePilot(context, actor, workspace),
  'workspaces.disable_pilot': ({ context }, actor, { workspace }) => disablePilot(context, actor, workspace),
  'workspaces.suspend': ({ context }, actor, { workspace, reason }) =>
    suspendWorkspace(context, actor, workspace, reason),
  'workspaces.resume': ({ context }, actor, { workspace, reason }) =>
    resumeWorkspace(context, actor, workspace, reason),
  'workspaces.show_secret': async ({ context, masterKey }, member) => ({
    secret: await showSecretOnce(context, member, masterKey()),
  }),
  'workspaces.rotate_secret': ({ context, masterKey }, member) =>
    rotateSigningSecret(context, member, masterKey()),
  'workspaces.end_secret_overlap': ({ context }, member) => endSecretOverlap(context, member),
};

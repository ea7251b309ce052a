import type { ApiKey } from './api.ts';

/** The operation IDs of the agents' own calls, and of the calls that install and pair agents. */
export const agentOperationIds = {
  'GET /api/installer': 'getInstaller',
  'POST /api/installer/ticket': 'createInstallerTicket',
  'GET /api/installer/download': 'downloadInstaller',
  'POST /api/agent-tokens': 'createAgentToken',
  'GET /api/agent-tokens': 'listAgentTokens',
  'DELETE /api/agent-tokens/:id': 'revokeAgentToken',
  'POST /api/agent-pairing': 'startPairing',
  'POST /api/agent-pairing/token': 'getPairingToken',
  'GET /api/agent-pairing/:code': 'getPairing',
  'POST /api/agent-pairing/:code/approve': 'approvePairing',
  'POST /api/agent-pairing/:code/deny': 'denyPairing',

  'POST /api/agent/hello': 'agentHello',
  'POST /api/agent/sync': 'agentSync',
  'POST /api/agent/sign-off': 'agentSignOff',
  'GET /api/agent/why': 'agentExplain',
  'GET /api/agent/page-pack': 'agentDownloadPagePack',
  'POST /api/agent/deliveries/claim': 'agentClaimDelivery',
  'POST /api/agent/deliveries/:id/renew': 'agentRenewDelivery',
  'POST /api/agent/deliveries/:id/commit': 'agentCommitDelivery',
  'POST /api/agent/deliveries/:id/result': 'agentReportDelivery',
  'POST /api/agent/profiles/:id/stop': 'agentStopAccount',
  'POST /api/agent/profiles/:id/credentials': 'agentGetCredentials',
  'POST /api/agent/requests/:id/renew': 'agentRenewRequest',
  'POST /api/agent/requests/:id/result': 'agentReportRequest',
} satisfies Partial<Record<ApiKey, string>>;

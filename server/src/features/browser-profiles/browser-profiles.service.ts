import { browserProfileRequestSchema, type BrowserProfileRequest } from '@sandpiper/contract/browser-profiles';
import { isProtectedFolder, isReservedProfileName } from '@sandpiper/contract/default-profiles';
import type { App } from '../../platform/app-context.ts';
import { isUniqueViolation } from '../../platform/database/postgres-errors.ts';
import { AppError, fieldError } from '../../platform/http/app-error.ts';
import {
  createAgentRequest,
  findLister,
  findOpenList,
  listRecentRequests,
} from '../agent-requests/agent-requests.service.ts';
import { profileUseText } from '../agent-requests/used-profiles.service.ts';
import { requireComputer } from '../agent-tokens/agent-tokens.service.ts';

const typeNames = {
  profiles_list: 'list',
  profiles_create: 'create',
  profiles_delete: 'delete',
  profiles_test: 'test',
} as const;
const types = ['profiles_list', 'profiles_create', 'profiles_delete', 'profiles_test'] as const;

function queued(requestId: number, message: string) {
  return { success: true as const, request_id: requestId, message };
}

/**
 * Returns the words that refer to a computer's agent in messages. If `computerId` is null, they are `Your agent`. Throws if the computer
 * isn't the user's.
 */
async function agentOn(app: App, userId: number, computerId: string | null): Promise<string> {
  if (computerId === null) return 'Your agent';
  return `The agent on ${(await requireComputer(app.db, userId, computerId)).name}`;
}

/** Asks an agent to list the Firefox profiles on its computer. Until the agent answers, later calls return the same request. */
export async function askForProfiles(app: App, userId: number, computerId: string | null) {
  const message = `${await agentOn(app, userId, computerId)} is listing its Firefox profiles.`;
  const open = await findOpenList(app.db, userId, computerId);
  if (open !== undefined) return queued(open.id, message);
  try {
    const { id } = await createAgentRequest(app, userId, {
      request_type: 'profiles_list',
      installation_id: computerId,
    });
    return queued(id, message);
  } catch (error) {
    if (!isUniqueViolation(error, 'agent_requests_one_list')) throw error;
    const other = await findOpenList(app.db, userId, computerId);
    if (other === undefined) throw error;
    return queued(other.id, message);
  }
}

type NewProfile = { name: string; isDefault: boolean; computerId: string | null };

export async function askToCreate(app: App, userId: number, { name, isDefault, computerId }: NewProfile) {
  if (isReservedProfileName(name)) {
    const text = 'Choose another name: Firefox uses names such as default, esr, beta or nightly for its own profiles.';
    throw fieldError('profile_name', text);
  }
  const agent = await agentOn(app, userId, computerId);
  const { id } = await createAgentRequest(app, userId, {
    request_type: 'profiles_create',
    profile_name: name,
    is_default: isDefault,
    installation_id: computerId,
  });
  return queued(id, `${agent} was asked to create the profile ${name}.`);
}

/** Where a Firefox profile is. A null `computerId` means the computer that last listed the profile, or any computer if none has. */
type ProfilePlace = { path: string; computerId: string | null };

export async function askToTest(app: App, userId: number, { path, computerId }: ProfilePlace) {
  const agent = await agentOn(app, userId, computerId);
  const { id } = await createAgentRequest(app, userId, {
    request_type: 'profiles_test',
    profile_path: path,
    installation_id: computerId ?? (await findLister(app.db, userId, path)),
  });
  return queued(id, `${agent} was asked to test the profile.`);
}

/** Asks an agent to delete a Firefox profile. Rejects personal profiles and profiles that belong to an account. */
export async function askToDelete(app: App, userId: number, { path, computerId }: ProfilePlace) {
  const agent = await agentOn(app, userId, computerId);
  const installation_id = computerId ?? (await findLister(app.db, userId, path));
  const useText = await profileUseText(app.db, userId, { path, computerId: installation_id });
  if (useText !== null) throw new AppError('invalid_state', useText);
  if (isProtectedFolder(path)) {
    throw new AppError('invalid_state', "This looks like your personal Firefox profile. You can't delete it here.");
  }
  const { id } = await createAgentRequest(app, userId, {
    request_type: 'profiles_delete',
    profile_path: path,
    installation_id,
  });
  return queued(id, `${agent} was asked to delete the profile.`);
}

export async function listBrowserProfileRequests(app: App, userId: number): Promise<BrowserProfileRequest[]> {
  const requests = await listRecentRequests(app.db, userId, types);
  return requests.map(({ request_type, installation_id: computer_id, results, ...request }) =>
    browserProfileRequestSchema.parse({
      ...request,
      computer_id,
      request_type: typeNames[request_type],
      results: results ?? null,
    }),
  );
}

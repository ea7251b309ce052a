import { z } from 'zod';
import { profilePathSchema } from './account-requests.ts';
import type { ApiPart } from './endpoint.ts';
import { browserProfileNameMaxLength, browserProfileNamePattern, profilePathMaxLength } from './limits.ts';
import { dateTimeSchema, idSchema, trimmedText } from './primitives.ts';

export const browserProfileSchema = z.object({
  name: z.string(),
  directory_name: z.string(),
  path: z.string(),
  size_mb: z.number(),
  is_default: z.boolean(),
});
export type BrowserProfile = z.infer<typeof browserProfileSchema>;

export const browserProfileListSchema = z.object({
  profiles: z.array(browserProfileSchema),
  profiles_dir: z.string(),
  firefox_executable: z.string().nullable(),
  /** Whether the agent found Firefox. */
  detected: z.boolean(),
  error: z.string().nullable(),
});
export type BrowserProfileList = z.infer<typeof browserProfileListSchema>;

export const browserProfileTestSchema = z.object({
  valid: z.boolean(),
  message: z.string().nullable(),
  error: z.string().nullable(),
});

const requestShape = {
  id: idSchema,
  /** The computer that the request is for. Null if any computer can take it and none has answered yet. */
  computer_id: z.uuid().nullable(),
  status: z.enum(['pending', 'running', 'completed', 'failed']),
  /** The name of the profile to create. Set only for `create`. */
  profile_name: z.string().nullable(),
  /** Set only for `test` and `delete`. */
  profile_path: z.string().nullable(),
  error_message: z.string().nullable(),
  created_at: dateTimeSchema,
  completed_at: dateTimeSchema.nullable(),
};

export const listRequestSchema = z.object({
  ...requestShape,
  request_type: z.literal('list'),
  results: browserProfileListSchema.nullable(),
});
export const testRequestSchema = z.object({
  ...requestShape,
  request_type: z.literal('test'),
  results: browserProfileTestSchema.nullable(),
});
export const changeRequestSchema = z.object({
  ...requestShape,
  request_type: z.enum(['create', 'delete']),
  results: z.null(),
});
/** A request about Firefox profiles. `results` is null until the request has completed, and always for `create` and `delete`. */
export const browserProfileRequestSchema = z.discriminatedUnion('request_type', [
  listRequestSchema,
  testRequestSchema,
  changeRequestSchema,
]);
export type BrowserProfileRequest = z.infer<typeof browserProfileRequestSchema>;

export const queuedProfileRequestSchema = z.object({
  success: z.literal(true),
  request_id: idSchema,
  message: z.string(),
});

/** The computer that the request is for. If omitted, any of the user's agents takes the request, unless the endpoint says otherwise. */
const computerShape = { computer_id: z.uuid().optional() };

export const browserProfilesApi = {
  'GET /api/firefox-profiles': {
    summary:
      'Ask the agent to list the Firefox profiles on its computer. If there is already an unfinished request, returns that request',
    access: 'user',
    query: z.object(computerShape),
    response: queuedProfileRequestSchema,
  },
  'GET /api/firefox-profiles/requests': {
    summary: "List the past hour's agent requests about Firefox profiles, newest first",
    access: 'user',
    response: z.object({ success: z.literal(true), requests: z.array(browserProfileRequestSchema) }),
  },
  'POST /api/firefox-profiles': {
    summary: 'Ask the agent to create a Firefox profile',
    access: 'user',
    quota: 'agentRequests',
    needsSubscription: true,
    body: z.object({
      profile_name: trimmedText({ max: browserProfileNameMaxLength, required: 'Profile name is required' }).refine(
        (name) => name === '' || browserProfileNamePattern.test(name),
        'Use only letters, digits, - and _',
      ),
      is_default: z.boolean().default(false),
      ...computerShape,
    }),
    response: queuedProfileRequestSchema,
  },
  'POST /api/firefox-profiles/test': {
    summary:
      'Ask the agent to test a Firefox profile. If no computer is given, the request goes to the computer that last listed the profile or, if none has, to any computer',
    access: 'user',
    quota: 'agentRequests',
    needsSubscription: true,
    body: z.object({ profile_path: profilePathSchema, ...computerShape }),
    response: queuedProfileRequestSchema,
  },
  'DELETE /api/firefox-profiles/:path': {
    summary:
      'Ask the agent to delete a Firefox profile that no account uses. The path is URL-encoded. If no computer is given, the request goes to the computer that last listed the profile or, if none has, to any computer',
    access: 'user',
    quota: 'agentRequests',
    needsSubscription: true,
    params: z.object({ path: trimmedText({ max: profilePathMaxLength, required: 'Profile path is required' }) }),
    query: z.object(computerShape),
    response: queuedProfileRequestSchema,
  },
} satisfies ApiPart;

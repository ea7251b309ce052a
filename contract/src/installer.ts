import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { dateTimeSchema } from './primitives.ts';

/** What can be downloaded: `windows` is the installer, `npm` the package for Linux and macOS. */
export const installerKinds = ['windows', 'npm'] as const;
export const installerKindSchema = z.enum(installerKinds);

export const installerFileSchema = z.object({
  kind: installerKindSchema,
  file_name: z.string(),
  version: z.string(),
  size_bytes: z.int(),
  /** The SHA-256 of the file, in hexadecimal. */
  sha256: z.string(),
});

export const installerApi = {
  'GET /api/installer': {
    summary: 'Get the downloads this server offers and, from a sandbox server, the Instagram URL for agents',
    access: 'user',
    response: z.object({
      files: z.array(installerFileSchema),
      /** The URL of a sandbox server's imitation of Instagram. Null for the real Instagram, or if the server doesn't know the URL. */
      instagram_url: z.string().nullable(),
      /** The operator's own help page for users, if there is one. */
      help_url: z.string().nullable(),
    }),
  },
  'POST /api/installer/ticket': {
    summary: 'Create a ticket: a short-lived link for one download',
    access: 'user',
    quota: 'installers',
    needsSubscription: true,
    body: z.object({ kind: installerKindSchema.default('windows') }).default({ kind: 'windows' }),
    response: z.object({ url: z.string(), expires_at: dateTimeSchema }),
  },
  'GET /api/installer/download': {
    summary: 'Download a file, using the ticket in the link',
    access: 'public',
    query: z.object({ ticket: z.string().max(200) }),
    response: { file: 'application/octet-stream' },
  },
} satisfies ApiPart;

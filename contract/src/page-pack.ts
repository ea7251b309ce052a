import { z } from 'zod';
import type { ApiPart } from './endpoint.ts';
import { pagePackRefusalCodes } from './page-pack-refusals.ts';

/*
 * A page pack is what agents know about Instagram's pages: locators and wording. The operator signs it with a key the server
 * doesn't have. The server hands the pack out unchanged. The agent verifies the pack with the key from its pairing.
 */

/** A version that sorts by date: `2026-11-23`, or `2026-11-23.2` for a later pack on the same day. */
export const pagePackVersionSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(\.[1-9]\d{0,2})?$/u, 'The version must be a date, such as 2026-11-23 or 2026-11-23.2.');

function rankOf(version: string): string {
  const [day = '', number = '0'] = version.split('.');
  return `${day}.${number.padStart(3, '0')}`;
}

export function isNewerPagePack(version: string, than: string): boolean {
  return rankOf(version) > rankOf(than);
}

/** The maximum number of characters in a page pack's content. The first pack had 45,000. */
export const maxPagePackLength = 1_000_000;

/** An Ed25519 public key: 32 bytes in base64url, as in a JSON Web Key. */
export const pagePackKeySchema = z.base64url().length(43);
/** An Ed25519 signature: 64 bytes in base64url. */
const signatureSchema = z.base64url().length(86);

export const signedPagePackSchema = z.object({
  /** The same version as in `content`. */
  version: pagePackVersionSchema,
  public_key: pagePackKeySchema,
  signature: signatureSchema,
  /** The pack as JSON. The signature covers exactly this text. */
  content: z.string().max(maxPagePackLength),
});
export type SignedPagePack = z.infer<typeof signedPagePackSchema>;

/** Returns the text to sign. Its first line ensures that a signature made for anything else isn't valid for a page pack. */
export function signedTextOf(content: string): string {
  return `Sandpiper page pack\n${content}`;
}

/** The page pack that the server offers. The signature distinguishes packs with the same version. */
export const pagePackOfferSchema = z.object({ version: pagePackVersionSchema, signature: signatureSchema });
export type PagePackOffer = z.infer<typeof pagePackOfferSchema>;

export const refusedPagePackSchema = z.object({
  version: pagePackVersionSchema,
  reason: z.enum(pagePackRefusalCodes),
});

/** What an agent reports about its page pack. */
export const pagePackReportSchema = z.object({
  version: pagePackVersionSchema,
  /** The offered page pack that the agent refuses, if any. */
  refused: refusedPagePackSchema.nullable(),
});
export type PagePackReport = z.infer<typeof pagePackReportSchema>;

export const pagePackApi = {
  'GET /api/agent/page-pack': {
    summary: 'Download the signed page pack that this server offers',
    access: 'agent',
    response: signedPagePackSchema,
  },
} satisfies ApiPart;

import { createPublicKey, verify } from 'node:crypto';
import { pagePackRefusalTexts, type PagePackRefusal } from '@sandpiper/contract/page-pack-refusals';
import { signedPagePackSchema, signedTextOf, type SignedPagePack } from '@sandpiper/contract/page-pack';
import { messageOf } from '../../../../platform/errors.ts';
import { packSchema, type PackContent } from './page-pack.schema.ts';

/** Thrown if the agent refuses a page pack. The message is a detail or, if there is none, the reason's text. */
export class PackRefused extends Error {
  readonly reason: PagePackRefusal;
  constructor(reason: PagePackRefusal, detail: string = pagePackRefusalTexts[reason]) {
    super(detail);
    this.name = 'PackRefused';
    this.reason = reason;
  }
}

function isSigned({ content, public_key, signature }: SignedPagePack): boolean {
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: public_key }, format: 'jwk' });
    return verify(null, Buffer.from(signedTextOf(content)), key, Buffer.from(signature, 'base64url'));
  } catch {
    // The public key is malformed.
    return false;
  }
}

/** Throws {@link PackRefused} unless the data is a signed pack with a valid signature. Doesn't check whose key it is. */
export function readSignature(data: unknown): SignedPagePack {
  const { data: signed, error } = signedPagePackSchema.safeParse(data);
  if (signed === undefined) {
    const issue = error.issues[0];
    const isTooLarge = issue?.code === 'too_big' && issue.path[0] === 'content';
    throw new PackRefused(isTooLarge ? 'too_large' : 'not_signed', `${issue?.path.join('.')}: ${issue?.message}`);
  }
  if (!isSigned(signed)) throw new PackRefused('not_signed');
  return signed;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PackRefused('invalid', messageOf(error));
  }
}

/** Returns the content of a signed pack. Throws {@link PackRefused} if the content isn't valid. */
export function readContent({ version, content }: SignedPagePack): PackContent {
  const { data: pack, error } = packSchema.safeParse(parsed(content));
  if (pack === undefined) {
    const isOtherFormat = error.issues.some(({ path }) => path[0] === 'format');
    throw new PackRefused(isOtherFormat ? 'other_format' : 'invalid', error.issues[0]?.message);
  }
  if (pack.version !== version)
    throw new PackRefused('invalid', "The file's version differs from the version of the pack in it.");
  return pack;
}

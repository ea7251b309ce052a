import { Anchor, Group } from '@mantine/core';
import type { SignInOptions } from '../../platform/sign-in-options.ts';
import { publicTexts } from '../../ui/public.texts.ts';

export type Legal = { options: Pick<SignInOptions, 'terms_url' | 'privacy_url'> };

/** A link that opens in a new tab, so that nothing typed on this page is lost. */
export function LegalLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor href={to} target="_blank" rel="noreferrer" inherit underline="always">
      {children}
    </Anchor>
  );
}

/** Links to the terms of service and the privacy policy, if the server has them. */
export function LegalLinks({ options: { terms_url: terms, privacy_url: privacy } }: Legal) {
  if (terms === null && privacy === null) return null;
  return (
    <Group gap="md" mt="lg" fz="sm">
      {terms !== null && <LegalLink to={terms}>{publicTexts.legal.terms}</LegalLink>}
      {privacy !== null && <LegalLink to={privacy}>{publicTexts.legal.privacy}</LegalLink>}
    </Group>
  );
}

import { RichText } from '../../ui/rich-text.tsx';
import { LegalLink, type Legal } from './legal-links.tsx';
import { registerTexts } from './register.texts.ts';

const linkTo = (to: string) => (name: string) => <LegalLink to={to}>{name}</LegalLink>;

/** Says what people agree to by registering, if the server has terms of service or a privacy policy. */
export function RegistrationTerms({ options: { terms_url: terms, privacy_url: privacy } }: Legal) {
  const texts = registerTexts.agreement;
  if (terms === null && privacy === null) return null;
  const text = privacy === null ? texts.terms : terms === null ? texts.privacy : texts.both;
  return (
    <RichText
      text={text}
      tags={{
        terms: linkTo(terms ?? ''),
        privacy: linkTo(privacy ?? ''),
      }}
    />
  );
}

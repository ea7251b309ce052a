import { landingTexts } from './landing.texts.ts';
import { LegalLinks } from './legal-links.tsx';
import { SignUpLink } from './sign-up-link.tsx';

import css from './landing-footer.module.css';

const { navigation, sections, footer } = landingTexts;

export function LandingFooter() {
  return (
    <footer className={css['footer']}>
      <p>{footer}</p>
      <nav aria-label={navigation.footer}>
        {sections.map((section) => (
          <a key={section.id} href={`#${section.id}`}>
            {section.label}
          </a>
        ))}
        <a href="/login">{navigation.signIn}</a>
        <SignUpLink>{navigation.signUp}</SignUpLink>
        <LegalLinks />
      </nav>
    </footer>
  );
}

import { Link } from 'react-router';
import { landingTexts } from './landing.texts.ts';

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
        <Link to="/login">{navigation.signIn}</Link>
        <Link to="/register">{navigation.signUp}</Link>
      </nav>
    </footer>
  );
}

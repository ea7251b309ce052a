import { Link } from 'react-router';
import { sections } from './landing-texts.ts';
import css from './landing-footer.module.css';

export function LandingFooter() {
  return (
    <footer className={css['footer']}>
      <p>Sandpiper is not affiliated with Instagram or Meta.</p>
      <nav aria-label="Footer">
        {sections.map((section) => (
          <a key={section.id} href={`#${section.id}`}>
            {section.label}
          </a>
        ))}
        <Link to="/login">Sign In</Link>
        <Link to="/register">Sign Up</Link>
      </nav>
    </footer>
  );
}

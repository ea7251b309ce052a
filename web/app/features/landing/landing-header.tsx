import { useRef } from 'react';
import { productName } from '@sandpiper/contract/limits';
import { Logo } from '../../ui/logo.tsx';
import { landingTexts } from './landing.texts.ts';
import { SignUpLink } from './sign-up-link.tsx';
import css from './landing-header.module.css';

const { navigation, sections } = landingTexts;

const menuId = 'landing-menu';

/** The landing page's header. On small screens, the menu is an HTML popover, which works before any script has loaded. */
export function LandingHeader() {
  const menu = useRef<HTMLElement>(null);
  return (
    <header className={css['header']}>
      <div className={css['bar']}>
        <a href="/" className={css['brand']}>
          <Logo size={30} />
          <span>{productName}</span>
        </a>
        <nav className={css['sections']} aria-label={navigation.sections}>
          {sections.map((section) => (
            <a key={section.id} href={`#${section.id}`}>
              {section.label}
            </a>
          ))}
        </nav>
        <div className={css['session']}>
          <a href="/login" className={css['signIn']}>
            {navigation.signIn}
          </a>
          <SignUpLink className={css['signUp']} instead={navigation.ask}>
            {navigation.signUp}
          </SignUpLink>
          <button type="button" className={css['menuButton']} popoverTarget={menuId} aria-label={navigation.menu}>
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <path d="M3 6h14M3 10h14M3 14h9" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
            </svg>
          </button>
        </div>
      </div>
      <nav ref={menu} id={menuId} popover="auto" className={css['menu']} aria-label={navigation.menu}>
        {sections.map((section) => (
          <a key={section.id} href={`#${section.id}`} onClick={() => menu.current?.hidePopover()}>
            {section.label}
          </a>
        ))}
        <a href="/login">{navigation.signIn}</a>
        <SignUpLink>{navigation.signUp}</SignUpLink>
      </nav>
    </header>
  );
}

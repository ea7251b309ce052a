import { useRef } from 'react';
import { Link } from 'react-router';
import { productName } from '@sandpiper/contract/limits';
import { Mark } from '../../ui/mark.tsx';
import { sections } from './landing-texts.ts';
import css from './landing-header.module.css';

const menuId = 'landing-menu';

/** The menu of small screens is a popover, so that it opens, closes on Escape and works before any script has run. */
export function LandingHeader() {
  const menu = useRef<HTMLElement>(null);
  return (
    <header className={css['header']}>
      <div className={css['bar']}>
        <Link to="/" className={css['brand']}>
          <Mark size={30} />
          <span>{productName}</span>
        </Link>
        <nav className={css['sections']} aria-label="Sections">
          {sections.map((section) => (
            <a key={section.id} href={`#${section.id}`}>
              {section.label}
            </a>
          ))}
        </nav>
        <div className={css['session']}>
          <Link to="/login" className={css['signIn']}>
            Sign In
          </Link>
          <Link to="/register" className={css['signUp']}>
            Sign Up
          </Link>
          <button type="button" className={css['menuButton']} popoverTarget={menuId} aria-label="Menu">
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <path d="M3 6h14M3 10h14M3 14h9" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
            </svg>
          </button>
        </div>
      </div>
      <nav ref={menu} id={menuId} popover="auto" className={css['menu']} aria-label="Menu">
        {sections.map((section) => (
          <a key={section.id} href={`#${section.id}`} onClick={() => menu.current?.hidePopover()}>
            {section.label}
          </a>
        ))}
        <Link to="/login">Sign In</Link>
        <Link to="/register">Sign Up</Link>
      </nav>
    </header>
  );
}

import css from './loading-screen.module.css';
import { FootprintTrail } from './footprint-trail.tsx';
import { Logo } from './logo.tsx';
import { publicTexts } from './public.texts.ts';

/** Fills the window while the app or the session is loading. */
export function LoadingScreen() {
  return (
    <main className={css['screen']} aria-busy="true">
      <title>{publicTexts.productName}</title>
      <h1 className={css['hidden']}>{publicTexts.productName}</h1>
      <Logo size={64} />
      <FootprintTrail walking />
      <p className={css['hidden']} role="status">
        {publicTexts.loading}
      </p>
      <noscript>
        <p>{publicTexts.needsScript}</p>
      </noscript>
    </main>
  );
}

import css from './loading-screen.module.css';
import { Footprints } from './footprints.tsx';
import { Mark } from './mark.tsx';

/** The whole window while the session is looked up. */
export function LoadingScreen() {
  return (
    <main className={css['screen']} aria-busy="true">
      <title>Sandpiper</title>
      <h1 className={css['hidden']}>Sandpiper</h1>
      <Mark size={64} />
      <Footprints walking />
      <p className={css['hidden']} role="status">
        Loading
      </p>
    </main>
  );
}

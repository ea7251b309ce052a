import { isRouteErrorResponse, useRouteError } from 'react-router';
import css from './failure-screen.module.css';
import { Mark } from '../ui/mark.tsx';

/** Shown instead of a page whose code threw or could not be loaded. */
export function ErrorBoundary() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main className={css['screen']}>
      <title>Something went wrong · Sandpiper</title>
      <Mark size={56} />
      <h1>{isMissing ? 'This page does not exist' : 'This page stopped working'}</h1>
      <p>
        {isMissing
          ? 'The address leads nowhere.'
          : 'Nothing you saved is lost. Load the page again; if that does not help, write to us through Support.'}
      </p>
      <p>
        <button type="button" onClick={() => window.location.reload()}>
          Load again
        </button>{' '}
        or <a href="/dashboard">go to the dashboard</a>
      </p>
    </main>
  );
}

import { isRouteErrorResponse, useRouteError } from 'react-router';
import { Logo } from '../ui/logo.tsx';
import { publicTexts } from '../ui/public.texts.ts';
import { RichText } from '../ui/rich-text.tsx';
import css from './failure-screen.module.css';
import { failureTexts } from './failure.texts.ts';

const tags = { link: (text: string) => <a href="/dashboard">{text}</a> };

/** Shown instead of a page that doesn't exist, that threw an error, or whose code couldn't be loaded. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { title, text } =
    isRouteErrorResponse(error) && error.status === 404 ? failureTexts.missing : failureTexts.broken;
  return (
    <main className={css['screen']}>
      <title>{publicTexts.windowTitle(failureTexts.windowTitle)}</title>
      <Logo size={56} />
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <button type="button" onClick={() => window.location.reload()}>
          {failureTexts.reload}
        </button>{' '}
        <RichText text={failureTexts.dashboard} tags={tags} />
      </p>
    </main>
  );
}

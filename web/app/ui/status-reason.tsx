import { Anchor } from '@mantine/core';
import type { StatusReason } from '@sandpiper/contract/campaign-status';
import { Link, useLocation } from 'react-router';
import { timeAt } from './rich-text-tags.tsx';
import { RichText } from './rich-text.tsx';
import css from './status-reason.module.css';
import { uiTexts } from './ui.texts.ts';

type StatusReasonTextProps = {
  reason: StatusReason | null;
  /** Whether to omit the link to the page where the user can act. Set this if the text is inside another link or sentence. */
  isPlain?: boolean;
};

/** Explains why a campaign or account isn't sending, what the user can do about it, and how long this is expected to last. */
export function StatusReasonText({ reason, isPlain = false }: StatusReasonTextProps) {
  const { pathname } = useLocation();
  if (reason === null) return null;
  const { text, action, path, until } = reason;
  const isLinked = !isPlain && path !== null && path !== pathname;
  return (
    <span className={css['reason']}>
      {text}
      {action !== null && (
        <span className={css['action']}>
          {' '}
          {isLinked ? (
            <Anchor component={Link} to={path} inherit underline="always">
              {action}
            </Anchor>
          ) : (
            action
          )}
        </span>
      )}
      {until !== null && (
        <>
          {' '}
          <RichText text={uiTexts.statusReason.until} tags={{ until: timeAt(until) }} />
        </>
      )}
    </span>
  );
}

import { IconFlask } from '@tabler/icons-react';
import { sandboxFactor } from '@sandpiper/contract/limits';
import css from './sandbox-notice.module.css';
import { publicTexts } from './public.texts.ts';

type SandboxNoticeProps = {
  /**
   * Where the notice is. By default, it is part of the page. Otherwise, it sticks to the bottom of the window, so that it doesn't move
   * anything if it appears late.
   */
  at?: 'window-edge' | 'page-end';
};

export function SandboxNotice({ at }: SandboxNoticeProps) {
  return (
    <aside className={css['notice']} data-at={at} aria-label={publicTexts.sandbox.label}>
      <IconFlask size={16} aria-hidden /> {publicTexts.sandbox.notice(sandboxFactor)}
    </aside>
  );
}

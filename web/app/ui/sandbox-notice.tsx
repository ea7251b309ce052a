import { IconFlask } from '@tabler/icons-react';
import { sandboxFactor } from '@sandpiper/contract/limits';
import css from './sandbox-notice.module.css';
import { publicTexts } from './public.texts.ts';

type SandboxNoticeProps = {
  /**
   * Makes the notice stick to the bottom of the window, so that it doesn't move anything if it appears late. By default, the notice is part
   * of the page's normal layout.
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

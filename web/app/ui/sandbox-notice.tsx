import { IconFlask } from '@tabler/icons-react';
import { sandboxFactor } from '@sandpiper/contract/limits';
import css from './sandbox-notice.module.css';
import { publicTexts } from './public.texts.ts';

type SandboxNoticeProps = {
  /**
   * Keeps the notice at the bottom of the window, so that the page's content doesn't move if the notice appears late. With `page-end`, the
   * notice has its own space at the end of the page. With `window-edge`, it has none. By default, the notice is part of the normal layout.
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

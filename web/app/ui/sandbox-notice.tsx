import { IconFlask } from '@tabler/icons-react';
import { sandboxFactor } from '@sandpiper/contract/limits';
import css from './sandbox-notice.module.css';
import { publicTexts } from './public.texts.ts';

type SandboxNoticeProps = {
  /** By default, in the flow of the page. Otherwise at the bottom of the window, where a notice that appears late moves nothing. */
  at?: 'window-edge' | 'page-end';
};

export function SandboxNotice({ at }: SandboxNoticeProps) {
  return (
    <aside className={css['notice']} data-at={at} aria-label={publicTexts.sandbox.label}>
      <IconFlask size={16} aria-hidden /> {publicTexts.sandbox.notice(sandboxFactor)}
    </aside>
  );
}

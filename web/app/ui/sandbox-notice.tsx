import { IconFlask } from '@tabler/icons-react';
import { sandboxFactor } from '@sandpiper/contract/limits';
import css from './sandbox-notice.module.css';
import { publicTexts } from './public.texts.ts';

type SandboxNoticeProps = {
  /** Left out: in the flow of the page. Otherwise at the lower edge of the window, where a late notice moves nothing. */
  at?: 'window-edge' | 'page-end';
};

export function SandboxNotice({ at }: SandboxNoticeProps) {
  return (
    <aside className={css['notice']} data-at={at} aria-label={publicTexts.sandbox.label}>
      <IconFlask size={16} aria-hidden /> {publicTexts.sandbox.notice(sandboxFactor)}
    </aside>
  );
}

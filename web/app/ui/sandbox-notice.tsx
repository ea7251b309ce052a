import { IconFlask } from '@tabler/icons-react';
import { sandboxFactor } from '@sandpiper/contract/limits';
import css from './sandbox-notice.module.css';

type SandboxNoticeProps = {
  /** Left out: in its place on the page. Else at the lower edge of the window, where it moves nothing when it comes late. */
  at?: 'window-edge' | 'page-end';
};

export function SandboxNotice({ at }: SandboxNoticeProps) {
  return (
    <aside className={css['notice']} data-at={at} aria-label="Sandbox">
      <IconFlask size={16} aria-hidden /> Sandbox: nothing reaches Instagram, and waiting times are divided by{' '}
      {sandboxFactor}.
    </aside>
  );
}

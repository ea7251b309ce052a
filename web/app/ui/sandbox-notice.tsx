import { IconFlask } from '@tabler/icons-react';
import { sandboxFactor } from '@sandpiper/contract/limits';
import { useState } from 'react';
import css from './sandbox-notice.module.css';
import { publicTexts } from './public.texts.ts';

const texts = publicTexts.sandbox;

type SandboxNoticeProps = {
  /**
   * Keeps the notice at the bottom of the window, so that the page's content doesn't move if the notice appears late. With `page-end`, the
   * notice has its own space at the end of the page. With `window-edge`, the notice covers the page's content. By default, the notice is
   * part of the normal layout.
   */
  at?: 'window-edge' | 'page-end';
};

/** Says that the server runs in sandbox mode. On phones, the notice takes one line, and a button shows the rest. */
export function SandboxNotice({ at }: SandboxNoticeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <aside className={css['notice']} data-at={at} data-open={isOpen} aria-label={texts.label}>
      <IconFlask size={16} aria-hidden />
      <span>
        {texts.notice}
        <span className={css['more']}>{texts.more(sandboxFactor)}</span>
      </span>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {texts.details}
      </button>
    </aside>
  );
}

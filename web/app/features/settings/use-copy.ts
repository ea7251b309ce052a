import { useEffect, useState } from 'react';
import { toast } from '../../platform/toasts.tsx';
import { settingsTexts } from './settings.texts.ts';

const texts = settingsTexts.tokens;

/** How long the button says that the token was copied. */
const copiedMs = 2000;

/** Copies the token, or says that there is none. */
export function useCopyToken(token: string | null) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    if (token === null) {
      toast.error(texts.notFound);
      return;
    }
    try {
      await navigator.clipboard.writeText(token);
      setCopied(true);
      toast.success(texts.copySuccess);
    } catch {
      toast.error(texts.copyFailed, { detail: texts.copyByHand });
    }
  }

  return { isCopied, copy };
}

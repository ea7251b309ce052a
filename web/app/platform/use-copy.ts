import { useEffect, useState } from 'react';

/** How long a button shows "Copied", in milliseconds. */
const copiedMs = 2000;

/** Copies text to the clipboard. `copy` resolves to false if the browser doesn't allow copying. */
export function useCopy() {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(text: string): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      return true;
    } catch {
      return false;
    }
  }

  return { isCopied, copy };
}

import { useEffect, useState } from 'react';
import { toast } from '../../platform/toasts.tsx';

/** How long the sign says that it was copied. */
const copiedMs = 2000;

/** Copies the token; says so for two seconds. Without a token there is nothing to copy, and that is said too. */
export function useCopyToken(token: string | null) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    if (token === null) {
      toast.error('No token found');
      return;
    }
    try {
      await navigator.clipboard.writeText(token);
      setCopied(true);
      toast.success('Token copied to clipboard');
    } catch {
      toast.error('Failed to copy token', { detail: 'Select the token and copy it by hand.' });
    }
  }

  return { isCopied, copy };
}

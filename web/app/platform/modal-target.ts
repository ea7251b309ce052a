import { useCallback, useState } from 'react';

/** Which thing a modal is about. The thing stays while the modal fades out, so that its words do not vanish first. */
export function useModalTarget<Target>() {
  const [target, setTarget] = useState<Target | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = useCallback((next: Target) => {
    setTarget(() => next);
    setOpen(true);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  return { target, isOpen, open, close };
}

import { useEffect, useRef, type UIEvent } from 'react';

const nearEndPx = 24;

/** Keeps a scrollable element scrolled to its end when `content` changes, unless the user has scrolled up. */
export function useFollowEnd(content: unknown) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (isAtEnd.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [content]);
  return {
    ref: box,
    onScroll: ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent<HTMLDivElement>) => {
      isAtEnd.current = scrollTop + clientHeight > scrollHeight - nearEndPx;
    },
  };
}

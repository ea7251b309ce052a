import type { ReactNode } from 'react';
import css from './message-bubble.module.css';

type MessageBubbleProps = {
  text: string;
  /** The maximum number of lines. Longer messages are truncated. */
  lines?: number;
  /** Substrings to highlight, such as unfilled placeholders. */
  marks?: readonly string[];
};

export function MessageBubble({ text, lines, marks = [] }: MessageBubbleProps) {
  return (
    <div className={css['bubble']}>
      <p className={css['text']} data-clamped={lines !== undefined || undefined} style={{ '--lines': lines }}>
        {marked(text, marks)}
      </p>
    </div>
  );
}

function marked(text: string, marks: readonly string[]): ReactNode {
  if (marks.length === 0) return text;
  const pieces: ReactNode[] = [];
  for (let rest = text; rest !== '';) {
    const found = marks
      .map((mark) => ({ mark, at: rest.indexOf(mark) }))
      .filter(({ at }) => at >= 0)
      .toSorted((one, other) => one.at - other.at)[0];
    if (found === undefined) return [...pieces, rest];
    pieces.push(rest.slice(0, found.at), <mark key={pieces.length}>{found.mark}</mark>);
    rest = rest.slice(found.at + found.mark.length);
  }
  return pieces;
}

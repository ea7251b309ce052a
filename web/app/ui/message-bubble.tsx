import css from './message-bubble.module.css';

type MessageBubbleProps = {
  /** The message as its reader gets it. */
  text: string;
  /** At most so many lines; the rest is cut off. */
  lines?: number;
};

/** A message as it looks in a chat. */
export function MessageBubble({ text, lines }: MessageBubbleProps) {
  return (
    <div className={css['bubble']}>
      <p className={css['text']} data-clamped={lines !== undefined || undefined} style={{ '--lines': lines }}>
        {text}
      </p>
    </div>
  );
}

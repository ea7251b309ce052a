import css from './message-bubble.module.css';

type MessageBubbleProps = {
  /** The message as the recipient sees it. */
  text: string;
  /** The maximum number of lines; the rest is cut off. */
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

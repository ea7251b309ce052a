import css from './message-bubble.module.css';

/** A message as its reader sees it. */
export function MessageBubble({ text }: { text: string }) {
  return <div className={css['bubble']}>{text}</div>;
}

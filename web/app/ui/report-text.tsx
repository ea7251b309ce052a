import css from './report-text.module.css';

/** It scrolls, so the keyboard must reach it. */
const scrollable = { role: 'region', tabIndex: 0 } as const;

/** A long text from a program, which scrolls in its own box. */
export function ReportText({ label, text }: { label: string; text: string }) {
  return (
    <pre className={css['report']} aria-label={label} {...scrollable}>
      {text}
    </pre>
  );
}

import css from './report-text.module.css';

/** The box scrolls, so it has to be reachable with the keyboard. */
const scrollable = { role: 'region', tabIndex: 0 } as const;

/** A long text from a program, which scrolls in its own box. */
export function ReportText({ label, text }: { label: string; text: string }) {
  return (
    <pre className={css['report']} aria-label={label} {...scrollable}>
      {text}
    </pre>
  );
}

import css from './report-text.module.css';

/** The box scrolls, so it has to be reachable with the keyboard. */
const scrollable = { role: 'region', tabIndex: 0 } as const;

/** A long text written by a program, in a box that scrolls. */
export function ReportText({ label, text }: { label: string; text: string }) {
  return (
    <pre className={css['report']} aria-label={label} {...scrollable}>
      {text}
    </pre>
  );
}

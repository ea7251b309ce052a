import css from './report-text.module.css';

/** Makes the box focusable, so that keyboard users can scroll it. */
const scrollable = { role: 'region', tabIndex: 0 } as const;

/** Long machine-generated text in a scrollable box. */
export function ReportText({ label, text }: { label: string; text: string }) {
  return (
    <pre className={css['report']} aria-label={label} {...scrollable}>
      {text}
    </pre>
  );
}

import css from './sparkline.module.css';

type SparklineProps = { values: readonly number[]; label: string; width?: number; height?: number };

/** A small line chart whose vertical axis starts at zero, with a dot at the last value. */
export function Sparkline({ values, label, width = 96, height = 24 }: SparklineProps) {
  const top = Math.max(1, ...values);
  const step = values.length > 1 ? (width - 6) / (values.length - 1) : 0;
  const points = values.map((value, index) => [3 + index * step, height - 3 - (value / top) * (height - 6)] as const);
  const last = points.at(-1);
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={css['line']}
      data-empty={values.every((value) => value === 0) || undefined}
      role="img"
      aria-label={`${label}: ${values.join(', ')}`}
    >
      <line x1="0" x2={width} y1={height - 3} y2={height - 3} className={css['base']} />
      {points.length > 1 && <polyline points={line} />}
      {last !== undefined && <circle cx={last[0]} cy={last[1]} r="2.5" />}
    </svg>
  );
}

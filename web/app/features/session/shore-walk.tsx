import { footprintPath, Logo } from '../../ui/logo.tsx';
import css from './shore-walk.module.css';

const width = 480;
const height = 300;
const steps = 14;

/** Returns the position of a footprint on the trail from the lower left to the upper right, and its direction in degrees. */
function stepAt(index: number): { x: number; y: number; degrees: number } {
  const way = index / (steps - 1);
  const [x, y] = [24 + 360 * way, 250 - 150 * way ** 2];
  const angle = Math.atan2(-300 * way, 360);
  // The left and right footprints are on opposite sides of the trail.
  const side = index % 2 === 0 ? 9 : -9;
  return { x: x - side * Math.sin(angle), y: y + side * Math.cos(angle), degrees: (angle * 180) / Math.PI };
}

/** A wave line that is wider than the picture, so that it reaches the edges of a wide window. */
function waveAt(y: number): string {
  return `M-120 ${y} q 30 -14 60 0${' t 60 0'.repeat(20)}`;
}

/** A picture of a sandpiper that has walked along the shore. */
export function ShoreWalk() {
  return (
    <svg
      className={css['shore']}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMinYMax meet"
      aria-hidden="true"
    >
      {[262, 278, 294].map((y) => (
        <path key={y} className={css['wave']} d={waveAt(y)} />
      ))}
      {Array.from({ length: steps }, (_, index) => {
        const { x, y, degrees } = stepAt(index);
        return (
          <path
            key={index}
            className={css['step']}
            d={footprintPath}
            opacity={0.15 + (0.85 * index) / steps}
            transform={`translate(${x} ${y}) rotate(${degrees}) scale(1.3)`}
          />
        );
      })}
      <g transform="translate(392 18)">
        <Logo size={72} />
      </g>
    </svg>
  );
}

import css from './footprint-trail.module.css';
import { footprintPath } from './logo.tsx';

type FootprintTrailProps = { size?: number; walking?: boolean };

/** Three footprints in a row. With `walking`, they are animated, for example while something is loading. */
export function FootprintTrail({ size = 64, walking = false }: FootprintTrailProps) {
  return (
    <svg
      className={walking ? css['walking'] : css['still']}
      width={size}
      height={size / 2}
      viewBox="0 0 64 32"
      aria-hidden="true"
    >
      <path d={footprintPath} transform="translate(10 22)" />
      <path d={footprintPath} transform="translate(30 11)" />
      <path d={footprintPath} transform="translate(50 20)" />
    </svg>
  );
}

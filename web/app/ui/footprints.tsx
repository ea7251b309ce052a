import css from './footprints.module.css';
import { footprintPath } from './mark.tsx';

type FootprintsProps = { size?: number; walking?: boolean };

/** Three footprints, one after the other: walking while something loads, still in an empty place. */
export function Footprints({ size = 64, walking = false }: FootprintsProps) {
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

import type { ReactNode } from 'react';
import css from './card-grid.module.css';
import { SkeletonCard } from './skeletons.tsx';

/** A grid of cards. `width` is the minimum width of a card, as a CSS length. */
export function CardGrid({ width, children }: { width: string; children: ReactNode }) {
  return (
    <div className={css['grid']} style={{ '--card-width': width }}>
      {children}
    </div>
  );
}

/** Takes a grid's place while its cards load. */
export function CardGridSkeleton({ label, width, height }: { label: string; width: string; height: string }) {
  return (
    <div role="group" aria-busy="true" aria-label={label}>
      <CardGrid width={width}>
        <SkeletonCard height={height} />
        <SkeletonCard height={height} />
        <SkeletonCard height={height} />
      </CardGrid>
    </div>
  );
}

import { Fragment } from 'react';
import css from './path-text.module.css';

/** A folder's address, which breaks after its slashes and dots and only elsewhere when nothing else helps. */
export function PathText({ path }: { path: string }) {
  const pieces = [...path.matchAll(/[^\\/.]+[\\/.]?|[\\/.]/g)];
  return (
    <span className={css['path']}>
      {pieces.map(({ 0: piece, index }) => (
        <Fragment key={index}>
          {piece}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

/** The folder's own name; the whole address on hover. */
export function FolderName({ path }: { path: string }) {
  return (
    <span className={css['folder']} title={path}>
      {path.split(/[\\/]/).findLast((part) => part !== '') ?? path}
    </span>
  );
}

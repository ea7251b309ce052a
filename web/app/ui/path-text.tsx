import { Fragment } from 'react';
import css from './path-text.module.css';

/** A folder path, which wraps after slashes and dots if possible. */
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

/** A folder's name. The full path appears on hover. */
export function FolderName({ path }: { path: string }) {
  return (
    <span className={css['folder']} title={path}>
      {path.split(/[\\/]/).findLast((part) => part !== '') ?? path}
    </span>
  );
}

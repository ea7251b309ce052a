import { Fragment } from 'react';
import css from './path-text.module.css';

/** A folder's address, which breaks after its slashes and dots and only elsewhere when nothing else helps. */
export function PathText({ path }: { path: string }) {
  const pieces = path.split(/(?<=[\\/.])/);
  return (
    <span className={css['path']}>
      {pieces.map((piece, index) => (
        <Fragment key={`${index} ${piece}`}>
          {piece}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

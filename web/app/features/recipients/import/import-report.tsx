import { Progress, Text } from '@mantine/core';
import { formatCount } from '../../../platform/dates.ts';
import css from './import-report.module.css';
import type { ImportState } from './import-names.ts';

const figures = [
  ['Added', 'added', 'green'],
  ['Already there', 'duplicates', 'gray'],
  ['No usernames', 'invalid', 'red'],
] as const;

/** How far an import is, and what became of the names so far. */
export function ImportReport({ state }: { state: ImportState }) {
  const text = `${formatCount(state.sent)} of ${formatCount(state.total)} names`;
  return (
    <div className={css['report']}>
      <Text size="sm" role="status">
        {text}
      </Text>
      <Progress value={(state.sent / state.total) * 100} aria-label={`Imported ${text}`} transitionDuration={150} />
      <dl className={css['figures']}>
        {figures.map(([label, field, tone]) => (
          <div key={field} data-tone={tone}>
            <dt>{label}</dt>
            <dd>{formatCount(state[field])}</dd>
          </div>
        ))}
      </dl>
      {state.rejected.length > 0 && <Rejects state={state} />}
    </div>
  );
}

const scrollable = { role: 'region', tabIndex: 0, 'aria-label': 'Names that were left out' } as const;

function Rejects({ state: { rejected, invalid } }: { state: ImportState }) {
  return (
    <>
      <Text size="sm" fw={550}>
        {invalid > rejected.length ? `Left out (first ${rejected.length} of ${formatCount(invalid)})` : 'Left out'}
      </Text>
      <div className={css['rejects']} {...scrollable}>
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Name</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {rejected.map(({ line, value, reason }) => (
              <tr key={line}>
                <td>{formatCount(line)}</td>
                <th scope="row">{value}</th>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

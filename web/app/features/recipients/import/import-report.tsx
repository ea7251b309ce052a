import { Progress, Text } from '@mantine/core';
import { formatCount } from '../../../platform/dates.ts';
import type { ImportState } from './import-in-parts.ts';
import css from './import-report.module.css';
import { importTexts } from './import.texts.ts';

const { report: texts, progress } = importTexts;

const figures = [
  [texts.added, 'added', 'green'],
  [texts.duplicates, 'duplicates', 'gray'],
  [texts.invalid, 'invalid', 'red'],
] as const;

/** The progress of an import and its results so far. */
export function ImportReport({ state }: { state: ImportState }) {
  return (
    <div className={css['report']}>
      <Text size="sm" role="status">
        {progress.names(state.sent, state.total)}
      </Text>
      <Progress
        value={(state.sent / state.total) * 100}
        aria-label={progress.imported(state.sent, state.total)}
        transitionDuration={150}
      />
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

const scrollable = { role: 'region', tabIndex: 0, 'aria-label': texts.rejectedLabel } as const;

function Rejects({ state: { rejected, invalid } }: { state: ImportState }) {
  return (
    <>
      <Text size="sm" fw={550}>
        {invalid > rejected.length ? texts.someRejected(rejected.length, invalid) : texts.rejected}
      </Text>
      <div className={css['rejects']} {...scrollable}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.line}</th>
              <th scope="col">{texts.name}</th>
              <th scope="col">{texts.why}</th>
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

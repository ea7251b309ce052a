import { Button, Group, Text } from '@mantine/core';
import { formatCount } from '../../../platform/numbers.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { fileTexts } from './file.texts.ts';
import type { PastedResult } from './paste-names.tsx';
import css from './paste-report.module.css';

const { report: texts } = fileTexts;

const figures = [
  [texts.added, 'added', 'green'],
  [texts.duplicates, 'duplicates', 'gray'],
  [texts.invalid, 'invalid', 'red'],
] as const;

type PasteReportProps = { pasted: PastedResult; listId: number; onMore: () => void };

/** Shows how many of the pasted usernames were added, and why the others weren't. */
export function PasteReport({ pasted, listId, onMore }: PasteReportProps) {
  const { result } = pasted;
  return (
    <section className={css['report']} aria-label={texts.title(result.added)}>
      <dl className={css['figures']}>
        {figures.map(([label, field, tone]) => (
          <div key={field} data-tone={tone}>
            <dt>{label}</dt>
            <dd>{formatCount(result[field])}</dd>
          </div>
        ))}
      </dl>
      {result.rejected.length > 0 && <Rejects pasted={pasted} />}
      <Group gap="xs">
        <LinkButton to={`/lists/${listId}`}>{texts.toList}</LinkButton>
        <Button variant="default" onClick={onMore}>
          {texts.more}
        </Button>
      </Group>
    </section>
  );
}

const scrollable = { role: 'region', tabIndex: 0, 'aria-label': texts.rejectedLabel } as const;

function Rejects({ pasted: { result, lines } }: { pasted: PastedResult }) {
  const { rejected, invalid } = result;
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
                {/* The response's line numbers count only the submitted usernames, but the user needs those of the pasted text. */}
                <td>{formatCount(lines[line - 1] ?? line)}</td>
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

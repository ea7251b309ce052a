import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { formatCount } from '../../platform/numbers.ts';
import { DialogActions } from '../../ui/dialog.tsx';
import css from './add-people-report.module.css';
import type { Report } from './add-people.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';
import { shortList } from './short-list.ts';

const { report: texts } = doNotContactTexts;
const namesShown = 20;
type AddPeopleReportProps = { report: Report; onMore: () => void; onClose: () => void };

export function AddPeopleReport({ report, onMore, onClose }: AddPeopleReportProps) {
  const figures = [
    [texts.added, report.added],
    [texts.already, report.already],
    [texts.invalid, report.invalid.length],
  ] as const;
  return (
    <Stack role="status">
      <dl className={css['figures']}>
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {report.inFlight.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconClock aria-hidden />}
          title={texts.inFlightTitle(report.inFlight.length)}
        >
          {texts.inFlight(
            shortList(
              report.inFlight.map((name) => `@${name}`),
              namesShown,
            ),
          )}
        </Alert>
      )}
      {report.invalid.length > 0 && (
        <Text size="sm" component="div" className={css['invalid'] ?? ''}>
          {texts.notAdded} <code>{shortList(report.invalid, namesShown)}</code>
        </Text>
      )}
      <DialogActions>
        <Button variant="default" onClick={onMore}>
          {texts.addMore}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {texts.done}
        </Button>
      </DialogActions>
    </Stack>
  );
}

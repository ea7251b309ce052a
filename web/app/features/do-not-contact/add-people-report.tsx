import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../platform/numbers.ts';
import { DialogActions } from '../../ui/dialog.tsx';
import css from './add-people-report.module.css';
import { AddingProgress } from './add-people-form.tsx';
import type { Adding, Report } from './add-people.ts';
import { uiTexts } from '../../ui/ui.texts.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';
import { namesShown, shortList, shortNames } from './short-list.ts';

const { report: texts } = doNotContactTexts;

type AddPeopleReportProps = {
  report: Report;
  /** How many of the remaining usernames have been processed, or null if nothing is being added. */
  progress: number | null;
  /** Shown above the buttons. */
  question: ReactNode;
  /** Called to add the people who are left after a failure. */
  onRest: (rest: Adding) => void;
  onMore: () => void;
  onClose: () => void;
};

export function AddPeopleReport({ report, progress, question, onRest, onMore, onClose }: AddPeopleReportProps) {
  const { unfinished } = report;
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
      {unfinished !== null && (
        <Alert color="red" variant="light" title={texts.left(unfinished.adding.names.length)}>
          {unfinished.detail}
        </Alert>
      )}
      {report.inFlight.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconClock aria-hidden />}
          title={texts.inFlightTitle(report.inFlight.length)}
        >
          {texts.inFlight(shortNames(report.inFlight))}
        </Alert>
      )}
      {report.invalid.length > 0 && (
        <Text size="sm" component="div" className={css['invalid'] ?? ''}>
          {texts.notAdded} <code>{shortList(report.invalid, namesShown)}</code>
        </Text>
      )}
      {question}
      {unfinished === null ? (
        <DialogActions>
          <Button variant="default" onClick={onMore}>
            {texts.addMore}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {texts.done}
          </Button>
        </DialogActions>
      ) : (
        <>
          {progress !== null && <AddingProgress done={progress} total={unfinished.adding.names.length} />}
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {uiTexts.cancel}
            </Button>
            <Button loading={progress !== null} onClick={() => onRest(unfinished.adding)} data-autofocus>
              {texts.addRest}
            </Button>
          </DialogActions>
        </>
      )}
    </Stack>
  );
}

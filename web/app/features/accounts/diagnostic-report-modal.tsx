import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { Account } from '@sandpiper/contract/accounts';
import { failureReason } from '../../platform/failure.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ReportText } from '../../ui/report-text.tsx';
import { NoReport, useDiagnosticReport, useSendReport } from './diagnostic-report.queries.ts';
import { diagnosticReportTexts as texts } from './diagnostic-report.texts.ts';

type DiagnosticReportModalProps = { account: Account; isOpen: boolean; onClose: () => void };

/** A dialog that shows the whole report before the owner can send it. */
export function DiagnosticReportModal({ account, isOpen, onClose }: DiagnosticReportModalProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={texts.title(account.profile_name)} size="xl">
      {isOpen && <Report accountId={account.id} onClose={onClose} />}
    </Dialog>
  );
}

function Report({ accountId, onClose }: { accountId: number; onClose: () => void }) {
  const found = useDiagnosticReport(accountId);
  const send = useSendReport();
  if (found.data !== undefined) {
    const report = found.data;
    return (
      <Stack>
        <Text size="sm">{texts.what}</Text>
        <Text size="sm">{texts.where}</Text>
        <ReportText label={texts.label} text={report} />
        <Text size="sm">{texts.after}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
          <Button loading={send.isPending} onClick={() => send.mutate(report, { onSuccess: onClose })}>
            {texts.send}
          </Button>
        </Group>
      </Stack>
    );
  }
  if (found.isError && !found.isFetching) {
    const reason = found.error instanceof NoReport ? found.error.message : failureReason(found.error);
    return (
      <Stack>
        <Alert color="yellow" variant="light" title={texts.loadFailed}>
          {reason}
        </Alert>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.close}
          </Button>
          <Button onClick={() => void found.refetch()}>{texts.retry}</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Group gap="sm" role="status">
      <Loader size="sm" aria-hidden />
      <Text size="sm">{texts.loading}</Text>
    </Group>
  );
}

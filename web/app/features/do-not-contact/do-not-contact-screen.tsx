import { Button, Tabs } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useDialogState } from '../../platform/dialog-state.ts';
import { useOpenFormOnArrival } from '../../platform/open-form-on-arrival.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AddPeopleModal } from './add-people-modal.tsx';
import type { ReadNames } from './add-people.ts';
import { DoNotContactTable } from './do-not-contact-table.tsx';
import { exportDoNotContact } from './do-not-contact.queries.ts';
import { doNotContactTexts } from './do-not-contact.texts.ts';
import { RemovalsTable } from './removals-table.tsx';

const { page: texts } = doNotContactTexts;
const history = 'history';

type DoNotContactScreenProps = {
  /** Reads usernames from a file. Rejects with an error whose message can be shown to the user. */
  readNames: ReadNames;
};

/** The do-not-contact list: the people who must never be messaged. Available without a subscription. */
export function DoNotContactScreen({ readNames }: DoNotContactScreenProps) {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === history ? history : 'people';
  // The history has its own search, and is never exported.
  const search = tab === 'people' ? (params.get('search') ?? '') : '';
  const form = useDialogState<'new'>();
  const add = () => form.open('new');
  useOpenFormOnArrival(add);
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <ExportMenu
              heading={search === '' ? texts.exported : texts.exportedMatches}
              onExport={(format) => void exportDoNotContact(search, format)}
            />
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
              {texts.add}
            </Button>
          </>
        }
      />
      <Tabs value={tab} onChange={(next) => setParams(next === history ? { tab: history } : {}, { replace: true })}>
        <Tabs.List mb="md">
          <Tabs.Tab value="people">{texts.tabs.people}</Tabs.Tab>
          <Tabs.Tab value={history}>{texts.tabs.history}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="people">{tab === 'people' ? <DoNotContactTable onAdd={add} /> : null}</Tabs.Panel>
        <Tabs.Panel value={history}>{tab === history ? <RemovalsTable /> : null}</Tabs.Panel>
      </Tabs>
      <AddPeopleModal readNames={readNames} isOpen={form.isOpen} onClose={form.close} />
    </>
  );
}

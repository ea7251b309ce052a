import { Box, Text } from '@mantine/core';
import { siteLanguages } from '@sandpiper/contract/site-languages';
import { CollapsedColumn } from '../../ui/collapsed-column.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { accountTexts } from './accounts.texts.ts';

const { languages: texts } = accountTexts;

const columns: readonly Column<(typeof siteLanguages)[number]>[] = [
  { key: 'language', title: texts.language, cell: ({ languages }) => languages.join(', '), isRowHeader: true },
  {
    key: 'use',
    title: texts.use,
    cell: ({ use, known }) => (
      <>
        {texts.uses[use]} <CollapsedColumn below="sm">{known}</CollapsedColumn>
      </>
    ),
  },
  { key: 'known', title: texts.known, cell: ({ known }) => known, from: 'sm' },
];

/** Lists the Instagram languages that the agent supports, and how well it supports each language. */
export function SiteLanguages() {
  return (
    <Text component="details" size="sm" mt="lg">
      <Text component="summary" size="sm" c="dimmed" style={{ cursor: 'pointer' }}>
        {texts.summary}
      </Text>
      <Text size="sm" my="xs" maw="42rem">
        {texts.explanation}
      </Text>
      <Box maw="48rem" mb="lg">
        <DataTable
          label={texts.label}
          columns={columns}
          rows={siteLanguages}
          rowKey={({ languages }) => languages.join()}
          empty={null}
        />
      </Box>
    </Text>
  );
}

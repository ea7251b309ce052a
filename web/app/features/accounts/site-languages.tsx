import { Table, Text } from '@mantine/core';
import { siteLanguages } from '@sandpiper/contract/site-languages';
import { accountTexts } from './accounts.texts.ts';

const { languages: texts } = accountTexts;

/** Which languages Instagram can be set to, and how sure the agent is in each. */
export function SiteLanguages() {
  return (
    <Text component="details" size="sm" mt="lg">
      <Text component="summary" size="sm" c="dimmed" style={{ cursor: 'pointer' }}>
        {texts.summary}
      </Text>
      <Text size="sm" my="xs" maw="42rem">
        {texts.explanation}
      </Text>
      <Table.ScrollContainer minWidth={0} maw="42rem">
        <Table aria-label={texts.label} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.language}</Table.Th>
              <Table.Th>{texts.use}</Table.Th>
              <Table.Th>{texts.known}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {siteLanguages.map(({ languages, use, known }) => (
              <Table.Tr key={languages.join()}>
                <Table.Td>{languages.join(', ')}</Table.Td>
                <Table.Td>{texts.uses[use]}</Table.Td>
                <Table.Td>{known}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Text>
  );
}

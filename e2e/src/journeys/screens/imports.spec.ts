import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readXlsx, writeXlsx, type CellValue } from 'hucre/xlsx';
import { isLongRun } from '../../config.ts';
import { addList } from '../../sample-data.ts';
import { test } from '../../journey.ts';
import { chooseByKeys, pressOn, tabTo } from '../../keyboard.ts';
import { choose } from '../../screen-parts.ts';
import { collectPageErrors, expectNoViolations, overflowOf } from '../../screen-watch.ts';
import { expect } from '../../stack.ts';

const csv = 'text/csv';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function chooseFile(page: Page, name: string, buffer: Buffer, mimeType = csv): Promise<void> {
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
}

const fateRow = (page: Page, fate: string) =>
  page.getByRole('table', { name: 'What happens to the rows' }).getByRole('row').filter({ hasText: fate });

/** Checks that axe finds no violations, and that the page fits on a phone. */
async function expectAccessibleAndFitting(page: Page, what: string): Promise<void> {
  await expectNoViolations(page, what);
  await page.setViewportSize({ width: 390, height: 900 });
  expect.soft(await overflowOf(page), `${what} fits on a phone`).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Creates a workbook like those that agencies send: a cover sheet, a sheet with people below a title, and a sheet with cities. */
async function agencyWorkbook(): Promise<Buffer> {
  const names: CellValue[][] = [
    ['Guests of the autumn fair', null, null, null],
    [],
    ['Instagram', 'First name', 'City', 'Visits'],
    ['https://www.instagram.com/rosa.fields/?hl=en', 'Rosa', 'Porto', 3],
    ['@MARA_B', 'Mara', 'São Paulo', 1],
    ['ada', 'Ada', null, 12],
    ['mara_b', 'Mara again', 'Lyon', 2],
    ['https://www.instagram.com/p/Cx12/', 'A post', null, null],
    ['guest.kept', 'On the list', 'Rome', 5],
    ['no.thanks', 'Never', 'Oslo', 1],
    ['elsewhere', 'Elsa', 'Turin', 4],
  ];
  const sheets = [
    { name: 'Cover', rows: [['Autumn fair'], ['Made by Sanderling & Co.']] },
    { name: 'Guests', rows: names },
    {
      name: 'Cities',
      rows: [
        ['City', 'Country'],
        ['Porto', 'Portugal'],
        ['Lyon', 'France'],
      ],
    },
  ];
  return Buffer.from(await writeXlsx({ sheets }));
}

test('a workbook is imported after a preview of every row, and the import is undone', async ({ page, person }) => {
  const watch = collectPageErrors(page);
  const list = await addList(person, 'Guests', ['guest.kept']);
  await addList(person, 'Others', ['elsewhere']);
  await person.call('POST /api/do-not-contact', { body: { usernames: ['no.thanks'] } });

  await page.goto(`/lists/${list}`);
  await page.getByRole('link', { name: 'Bulk Import' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bulk Import' })).toBeVisible();
  await expectAccessibleAndFitting(page, 'choosing a file');

  await chooseFile(page, 'fair.xlsx', await agencyWorkbook(), xlsx);
  await expect(page.getByRole('combobox', { name: 'Sheet' })).toHaveValue('Guests');
  await expect(page.getByRole('combobox', { name: 'Column names' })).toHaveValue(/^Row 3: Instagram, First name/);
  await expect(page.getByRole('combobox', { name: 'Import Instagram as' })).toHaveValue('Username');
  await expect(page.getByRole('combobox', { name: 'Variable for First name' })).toHaveValue('first_name');
  await choose(page.getByRole('combobox', { name: 'Import Visits as' }), 'Ignore');
  const preview = page.getByRole('region', { name: 'First rows' });
  await expect(preview.getByRole('row').nth(1)).toHaveText('4@rosa.fieldsRosaPorto');
  await expect(preview.getByRole('row').nth(2)).toHaveText('5@mara_bMaraSão Paulo');
  await expectAccessibleAndFitting(page, 'the columns');

  await page.getByRole('button', { name: 'Check all rows' }).click();
  await expect(page.getByRole('heading', { name: '3 people will be added' })).toBeVisible();
  for (const [fate, count] of Object.entries({
    'On another list': 1,
    'Already on this list': 1,
    'Do not contact': 1,
    Duplicate: 1,
    'Can’t be imported': 1,
  })) {
    await expect(fateRow(page, fate).getByRole('cell').first()).toHaveText(String(count));
  }
  await choose(page.getByRole('combobox', { name: 'Rows shown' }), 'Can’t be imported (1)');
  const rows = page.getByRole('region', { name: 'Rows', exact: true });
  await expect(rows.getByRole('row')).toHaveCount(2);
  await expect(rows.getByRole('row').nth(1)).toContainText(
    "This username belongs to one of Instagram's own pages, not to a person.",
  );
  await expectAccessibleAndFitting(page, 'the checked rows');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all rows' }).click();
  const { sheets } = await readXlsx(readFileSync(await (await download).path()));
  expect(sheets[0]?.rows).toHaveLength(9);

  await page.getByRole('checkbox', { name: 'Also add people who are on other lists' }).check();
  await page.getByLabel('Where did you find these people?').fill('Visitors of the autumn fair who left their names');
  await page.getByRole('button', { name: 'Import 4 people' }).click();
  await expect(page.getByRole('heading', { name: '4 people added' })).toBeVisible();
  await expectAccessibleAndFitting(page, 'the finished import');
  await page.getByRole('link', { name: 'Go to the list' }).click();
  await expect(page.getByRole('rowheader', { name: '@rosa.fields' })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: '@no.thanks' })).toHaveCount(0);

  await page.getByRole('link', { name: 'All imports' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('fair.xlsx');
  await expectAccessibleAndFitting(page, 'all imports');
  await page.getByRole('button', { name: 'Undo the import of fair.xlsx' }).click();
  const question = page.getByRole('dialog', { name: 'Undo the import of fair.xlsx?' });
  await expect(question).toContainText('4 people');
  await question.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('4 removed');
  await page.getByRole('link', { name: 'Guests' }).first().click();
  await expect(page.getByRole('rowheader', { name: '@guest.kept' })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: '@rosa.fields' })).toHaveCount(0);
  expect(watch.taken()).toEqual([]);
});

/** The number of people in the large file. A file may have at most a million rows. */
const longFile = isLongRun ? 999_998 : 40_000;
const checkedWithinMs = 300_000;
const shown = (count: number) => count.toLocaleString('en-US');

/** Creates the large file. As in files from spreadsheet programs, some quoted cells contain commas and line breaks. */
function largeCsv(): Buffer {
  const lines = ['\uFEFFUsername,Name,Note'];
  for (let index = 0; index < longFile; index += 1) {
    const note =
      index % 3 === 0 ? `"Met in Porto, ${index}"` : index % 3 === 1 ? `"Two\r\nlines, ""quoted"""` : 'Plain';
    lines.push(`reader.${index},"Reader, No. ${index}",${note}`);
  }
  lines.push('not a username,Nobody,', 'reader.7,Again,');
  return Buffer.from(lines.join('\r\n'));
}

test('a very large file is read and checked while the page stays usable, and its import can be stopped', async ({
  page,
  person,
}) => {
  const list = await addList(person, 'Readers');
  await page.goto(`/lists/${list}/import`);
  // Playwright accepts only files of up to 50 MB from memory.
  const file = test.info().outputPath('readers.csv');
  writeFileSync(file, largeCsv());
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('UTF-8 (most files)');
  await expect(page.getByText(`${shown(longFile + 2)} rows`)).toBeVisible();
  const preview = page.getByRole('region', { name: 'First rows' });
  await expect(preview.getByRole('row').nth(2)).toHaveText('3@reader.1Reader, No. 1Two lines, "quoted"');
  await page.getByRole('button', { name: 'Check all rows' }).click();

  // The upload continues while the user is on another screen.
  await expect(page.getByRole('heading', { name: /Uploading rows|Checking the rows|will be added/ })).toBeVisible();
  await page.getByRole('link', { name: 'Readers' }).first().click();
  await page.getByRole('region', { name: 'Import' }).getByRole('link').click();
  const checked = page.getByRole('heading', { name: `${shown(longFile)} people will be added` });
  await expect(checked).toBeVisible({ timeout: checkedWithinMs });
  await expect(fateRow(page, 'Duplicate').getByRole('cell').first()).toHaveText('1');
  await expect(fateRow(page, 'Can’t be imported').getByRole('cell').first()).toHaveText('1');

  await page.getByLabel('Where did you find these people?').fill('Subscribers to our newsletter');
  await page.getByRole('button', { name: `Import ${shown(longFile)} people` }).click();
  await expect(page.getByRole('heading', { name: 'Importing' })).toBeVisible();
  // The import continues on the server while the page reloads.
  await page.reload();
  await expect(page.getByRole('progressbar', { name: 'Importing' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop the import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop the import' }).click();
  await expect(page.getByRole('heading', { name: /^Import stopped, [\d,]+ people added$/ })).toBeVisible();
});

test('a Latin-1 file with semicolons can be imported without a mouse, and keeps its accented letters', async ({
  page,
  person,
}) => {
  const list = await addList(person, 'Nachbarn');
  await page.goto(`/lists/${list}/import`);
  const text = 'Benutzername;Vorname;Stadt\njoerg_b;Jörg;München\nzoe.m;Zoë;Malmö\n';
  const chooser = page.waitForEvent('filechooser');
  await pressOn(page, page.getByRole('button', { name: 'Choose a file' }));
  const buffer = Buffer.from(text, 'latin1');
  await (await chooser).setFiles({ name: 'nachbarn.csv', mimeType: csv, buffer });
  const separator = page.getByRole('combobox', { name: 'Separator' });
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue(/Latin-1/);
  await expect(separator).toHaveValue('Semicolon');
  const preview = page.getByRole('region', { name: 'First rows' });
  await expect(preview.getByRole('row').nth(1)).toHaveText('2@joerg_bJörgMünchen');

  await chooseByKeys(page, separator, 'Comma');
  await expect(page.getByRole('alert')).toContainText('Choose which column contains the usernames.');
  await chooseByKeys(page, separator, 'Semicolon');
  await expect(preview.getByRole('row').nth(2)).toHaveText('3@zoe.mZoëMalmö');
  await pressOn(page, page.getByRole('button', { name: 'Check all rows' }));
  await tabTo(page, page.getByLabel('Where did you find these people?'));
  await page.keyboard.insertText('Our street');
  await pressOn(page, page.getByRole('button', { name: 'Import 2 people' }));
  await expect(page.getByRole('heading', { name: '2 people added' })).toBeVisible();
  const { recipients } = await person.call('GET /api/lists/:id/recipients', { params: { id: list }, query: {} });
  expect(recipients.map(({ recipient, variables }) => [recipient, variables])).toEqual(
    expect.arrayContaining([
      ['joerg_b', { vorname: 'Jörg', stadt: 'München' }],
      ['zoe.m', { vorname: 'Zoë', stadt: 'Malmö' }],
    ]),
  );
});

test('the screen says what to do about a refused file, and what is wrong with a refused row', async ({
  page,
  person,
}) => {
  const list = await addList(person, 'Guests');
  await page.goto(`/lists/${list}/import`);
  const workbook = await agencyWorkbook();
  const files: [string, Buffer, RegExp][] = [
    ['cut.xlsx', workbook.subarray(0, workbook.length / 2), /damaged or incomplete/],
    ['people.csv', Buffer.from('%PDF-1.7 …'), /This is a PDF/],
    ['empty.csv', Buffer.alloc(0), /This file is empty/],
    ['old.xls', Buffer.from('d0cf11e0a1b11ae1'.padEnd(2048, '0'), 'hex'), /old Excel file/],
  ];
  for (const [name, buffer, problem] of files) {
    await chooseFile(page, name, buffer);
    await expect(page.getByRole('alert')).toContainText(`${name} can’t be imported`);
    await expect(page.getByRole('alert')).toContainText(problem);
  }
  await expectAccessibleAndFitting(page, 'a refused file');

  const broken = Buffer.from(`username,city\nrosa,Porto\nmara,"Lyon\nada,${'x'.repeat(300)}\nbruno,Rome\n`);
  await chooseFile(page, 'broken.csv', broken);
  await page.getByRole('button', { name: 'Check all rows' }).click();
  await expect(page.getByRole('heading', { name: '2 people will be added' })).toBeVisible();
  await choose(page.getByRole('combobox', { name: 'Rows shown' }), 'Can’t be imported (2)');
  const rows = page.getByRole('region', { name: 'Rows', exact: true });
  await expect(rows).toContainText(/This row can.t be read\./);
  await expect(rows).toContainText('Use up to 200 characters');
  await page.getByRole('button', { name: 'Discard this import' }).click();
  await page.getByRole('button', { name: 'Discard import' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
});

test('an upload continues after a network outage, and the checked rows survive a reload', async ({ page, person }) => {
  const list = await addList(person, 'Guests');
  await page.goto(`/lists/${list}/import`);
  await page.route(/\/api\/imports\/\d+\/rows$/, (route) => route.abort());
  await chooseFile(page, 'people.csv', Buffer.from('username\nrosa\nmara\n'));
  await page.getByRole('button', { name: 'Check all rows' }).click();
  await expect(page.getByRole('heading', { name: 'The upload stopped' })).toBeVisible();
  await expectAccessibleAndFitting(page, 'a stopped upload');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: '2 people will be added' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: '2 people will be added' })).toBeVisible();
});

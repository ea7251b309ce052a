import { writeXlsxStream } from 'hucre/xlsx';

/* Writes log rows with only the spreadsheet library. The argument is the number of rows. Prints how many milliseconds the writing took. */

const count = Number(process.argv[2]);
const headers = ['Number', 'Time (UTC)', 'Action', 'Recipient', 'Account', 'Message', 'Link to profile'];
const columns = headers.map((header, place) => ({ header, key: String(place), width: 20 }));

function* rows() {
  for (let n = 1; n <= count; n += 1) {
    yield [
      n,
      '2026-01-01 12:00:00',
      'sent',
      `person${n}`,
      'shop',
      `Hi person${n}`,
      `https://www.instagram.com/person${n}/`,
    ];
  }
}

const startedAt = performance.now();
for await (const _chunk of writeXlsxStream(rows(), { name: 'Log', columns, freezePane: { rows: 1 } }));
console.log(performance.now() - startedAt);

import { Select } from '@mantine/core';
import { fileTexts } from '../file/file.texts.ts';
import { headerRowsMax } from '../reading/columns.ts';
import { delimiters, encodings, type Corrections, type Layout } from '../reading/layouts.ts';
import type { RawRow } from '../reading/raw-rows.ts';
import css from './columns.module.css';
import { columnTexts } from './columns.texts.ts';

const { layout: texts } = columnTexts;

type LayoutChoicesProps = {
  layout: Layout;
  /** The user's corrections. They are shown immediately, even before the file has been read again with them. */
  corrections: Corrections;
  onCorrect: (change: Corrections) => void;
  sample: readonly RawRow[];
  headerLine: number | null;
  onHeader: (line: number | null) => void;
};

/** Shows the detected sheet, encoding, separator and header, and lets the user correct them. */
export function LayoutChoices(props: LayoutChoicesProps) {
  const { layout, corrections, onCorrect, sample, headerLine, onHeader } = props;
  return (
    <div className={css['layout']}>
      {layout.kind === 'text' ? (
        <TextChoices layout={layout} corrections={corrections} onCorrect={onCorrect} />
      ) : (
        layout.sheets.length > 1 && (
          <Select
            label={texts.sheet}
            data={layout.sheets.map((name, index) => ({ value: String(index), label: name }))}
            value={String(corrections.sheet ?? layout.sheet)}
            onChange={(value) => value !== null && onCorrect({ sheet: Number(value) })}
          />
        )
      )}
      <Select
        label={texts.header}
        data={[
          { value: '', label: texts.noHeader },
          ...sample.slice(0, headerRowsMax).map(({ line, cells }) => ({
            value: String(line),
            label: texts.headerRow(
              line,
              cells
                .filter((cell) => cell !== '')
                .join(', ')
                .slice(0, 60),
            ),
          })),
        ]}
        value={headerLine === null ? '' : String(headerLine)}
        onChange={(value) => onHeader(value === '' || value === null ? null : Number(value))}
      />
    </div>
  );
}

type TextChoicesProps = Pick<LayoutChoicesProps, 'corrections' | 'onCorrect'> & {
  layout: Extract<Layout, { kind: 'text' }>;
};

function TextChoices({ layout, corrections, onCorrect }: TextChoicesProps) {
  return (
    <>
      <Select
        label={texts.encoding}
        data={encodings.map((value) => ({ value, label: fileTexts.encodings[value] }))}
        value={corrections.encoding ?? layout.encoding}
        onChange={(encoding) => encoding !== null && onCorrect({ encoding })}
      />
      <Select
        label={texts.delimiter}
        data={delimiters.map((value) => ({ value, label: fileTexts.delimiters[value] }))}
        value={corrections.delimiter ?? layout.delimiter}
        onChange={(delimiter) => delimiter !== null && onCorrect({ delimiter })}
      />
    </>
  );
}

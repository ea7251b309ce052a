/** UI strings for the calendar of the date range, which are loaded only with it. */
export const rangePickerTexts = {
  clear: 'Clear the dates',
  presets: {
    lastDays: (days: number) => `Last ${days} days`,
    thisMonth: 'This month',
    lastMonth: 'Last month',
  },
};

/** UI strings for the date range calendar. They are loaded together with the calendar. */
export const rangePickerTexts = {
  clear: 'Clear the dates',
  presets: {
    lastDays: (days: number) => `Last ${days} days`,
    thisMonth: 'This month',
    lastMonth: 'Last month',
  },
};

/**
 * The names of a calendar's buttons. Pass them to each calendar as `ariaLabels`. The names are in a separate file, so that they are loaded
 * only with the calendars.
 */
export const calendarTexts = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
};

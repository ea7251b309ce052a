export const row = 'row';

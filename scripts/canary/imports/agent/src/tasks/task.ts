export const task = 'task';

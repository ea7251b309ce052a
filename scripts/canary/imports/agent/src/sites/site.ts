import { connect } from 'puppeteer-core';
import { task } from '../tasks/task.ts';
export const site = [connect, task];

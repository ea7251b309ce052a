import type { Hours } from '@sandpiper/contract/account-limits';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { HoursEditor } from './hours-editor.tsx';
import { areHoursValid, workingHours } from './hours-of-week.ts';

function open(initial: Hours = null) {
  const chosen: Hours[] = [initial];
  function Form() {
    const [value, setValue] = useState(initial);
    const change = (hours: Hours) => {
      chosen.push(hours);
      setValue(hours);
    };
    return <HoursEditor label="Hours" value={value} onChange={change} />;
  }
  return { ...renderScreen(<Form />), value: () => chosen.at(-1) ?? null };
}

const button = (name: string) => screen.findByRole('button', { name });

describe('the hours of a week', () => {
  it('allow any time until a range is added, and again after the last range is removed', async () => {
    const { userEvents, value } = open();
    expect(await screen.findByText(/go out at any time/)).toBeInTheDocument();
    await userEvents.click(await button('Add hours on Tuesday'));
    expect(value()).toEqual([{ day: 2, from: '09:00', to: '18:00' }]);
    expect(screen.getAllByText('Nothing is sent')).toHaveLength(6);
    await userEvents.click(await button('Remove range 1 on Tuesday'));
    expect(value()).toBeNull();
    expect(screen.getByText(/go out at any time/)).toBeInTheDocument();
  });

  it('are set to working days by the "Weekdays" preset, and cleared by "Any time"', async () => {
    const { userEvents, value } = open();
    await userEvents.click(await button('Weekdays 9:00–18:00'));
    expect(value()).toEqual(workingHours);
    await userEvents.click(await button('Any time'));
    expect(value()).toBeNull();
  });

  it('can have several ranges per day, and the ranges of one day can be copied to all other days', async () => {
    const { userEvents, value } = open([
      { day: 1, from: '09:00', to: '12:00' },
      { day: 3, from: '01:00', to: '02:00' },
    ]);
    await userEvents.click(await button('Add hours on Monday'));
    expect(value()).toEqual([
      { day: 1, from: '09:00', to: '12:00' },
      { day: 1, from: '12:00', to: '24:00' },
      { day: 3, from: '01:00', to: '02:00' },
    ]);
    await userEvents.click(await button('Copy Monday to all days'));
    expect(value()).toHaveLength(14);
    expect(value()?.slice(-2)).toEqual([
      { day: 7, from: '09:00', to: '12:00' },
      { day: 7, from: '12:00', to: '24:00' },
    ]);
  });

  it('show midnight at the end as 00:00, and store it as 24:00', async () => {
    const { value } = open([{ day: 5, from: '20:00', to: '24:00' }]);
    const to = await screen.findByLabelText('Friday, range 1, to');
    expect(to).toHaveValue('00:00');
    fireEvent.change(to, { target: { value: '23:30' } });
    expect(value()).toEqual([{ day: 5, from: '20:00', to: '23:30' }]);
    fireEvent.change(to, { target: { value: '00:00' } });
    expect(value()).toEqual([{ day: 5, from: '20:00', to: '24:00' }]);
  });

  it('explain what is wrong with an invalid range', async () => {
    const { value } = open(workingHours);
    fireEvent.change(await screen.findByLabelText('Monday, range 1, from'), { target: { value: '19:00' } });
    expect(screen.getByText('The end must be after the start')).toBeInTheDocument();
    expect(areHoursValid(value())).toBe(false);
    fireEvent.change(screen.getByLabelText('Monday, range 1, from'), { target: { value: '' } });
    expect(screen.getByText('Enter both times')).toBeInTheDocument();
    expect([areHoursValid(value()), areHoursValid(workingHours), areHoursValid(null)]).toEqual([false, true, true]);
  });
});

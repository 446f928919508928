// The time that ages are told by. It moves once a minute, and each second only while somebody has waited for less than a minute.

import type { ReadonlySignal } from '@preact/signals';
import { effect, signal } from '@preact/signals';

const second = 1000;
const minute = 60 * second;

/** @param latestBlock epoch milliseconds of the latest moment at which a session came to wait for a person */
export const openClock = (latestBlock: ReadonlySignal<number>): ReadonlySignal<number> => {
  const clock = signal(Date.now());
  effect(() => {
    const fastUntil = latestBlock.value + minute;
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      const now = Date.now();
      clock.value = now;
      const step = now < fastUntil ? second : minute;
      timer = setTimeout(tick, step - (now % step));
    };
    tick();
    return () => clearTimeout(timer);
  });
  document.addEventListener('visibilitychange', () => void (clock.value = Date.now()));
  return clock;
};

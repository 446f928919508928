import { expect, it } from 'vitest';
import { openFrame } from './frame.ts';

it('writes a frame at once, only when it differs, and gives the screen back', () => {
  const writes: string[] = [];
  const frame = openFrame({ write: (text) => void writes.push(text), rows: () => 2 });
  frame.show(['a', 'b', 'c']);
  frame.show(['a', 'b', 'd']);
  frame.show(['a', 'x']);
  frame.forget();
  frame.show(['a', 'x']);
  frame.close();
  frame.close();
  frame.show(['a', 'x']);
  const picture = (text: string) => `\u001B[?2026h\u001B[H${text}\u001B[J\u001B[?2026l`;
  const enter = '\u001B[?1049h\u001B[?25l';
  expect(writes).toEqual([
    enter + picture('a\u001B[K\r\nb\u001B[K'),
    picture('a\u001B[K\r\nx\u001B[K'),
    picture('a\u001B[K\r\nx\u001B[K'),
    '\u001B[?25h\u001B[?1049l',
    enter + picture('a\u001B[K\r\nx\u001B[K'),
  ]);
});

import { describe, expect, it } from 'vitest';
import { tomlProgram } from './toml-program.ts';

const format = tomlProgram(
  'notify',
  ['/bin/vigie-hook', 'codex', 'done'],
  ([program, agent]) => program?.endsWith('vigie-hook') === true && agent === 'codex',
);

const text = (result: ReturnType<typeof format.put>): string => (typeof result === 'string' ? result : result.refused);

describe('the program that Codex notifies', () => {
  it('is set where none is, before all tables', () => {
    const before = 'model = "x"\n\n[tui]\na = 1\n';
    const after = text(format.put(before, format.events));
    expect(after).toBe('model = "x"\nnotify = ["/bin/vigie-hook", "codex", "done"]\n\n[tui]\na = 1\n');
    expect(format.find(after)).toEqual([{ event: 'done', launcher: '/bin/vigie-hook', isCurrent: true }]);
    expect(format.without(after, before)).toBe(before);
  });

  it('stays another one where there is one', () => {
    const before = 'notify = ["say", "done"]\n';
    expect(format.find(before)).toEqual([]);
    expect(format.put(before, format.events)).toEqual({
      refused: 'notify calls another program already, so it stays',
      isMinor: true,
    });
    expect(format.without(before, '')).toBe(before);
  });

  it('is known by what it calls, wherever that lies', () => {
    expect(format.find('notify = ["/old/vigie-hook", "codex", "done"]')).toEqual([
      { event: 'done', launcher: '/old/vigie-hook', isCurrent: false },
    ]);
    expect(format.find('notify = ["/old/vigie-hook", "ralph", "done"]')).toEqual([]);
  });
});

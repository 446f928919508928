import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from './command.ts';

const folder = process.env.VIGIE_TEST_FOLDER ?? '';

it('hands each argument over as it is', async () => {
  const odd = ['$(id)', '; ls', "it's", '"', '\\', 'two words', '*', ''];
  const ran = await runCommand('node', ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...odd]);
  expect(ran.ok && JSON.parse(ran.stdout)).toEqual(odd);
});

it('takes a status other than 0 for an answer', async () => {
  expect(await runCommand('sh', ['-c', 'echo out; echo err >&2; exit 3'])).toEqual({
    ok: true,
    stdout: 'out\n',
    stderr: 'err\n',
    code: 3,
  });
});

it('gives the program no environment but the one it was given', async () => {
  const ran = await runCommand('/usr/bin/env', [], { env: { ONLY: 'this' } });
  expect(ran).toMatchObject({ ok: true, stdout: 'ONLY=this\n' });
});

it('says that a program is missing', async () => {
  expect(await runCommand('vigie-no-such-program', [])).toEqual({
    ok: false,
    why: 'missing',
    message: 'vigie-no-such-program is not installed',
  });
});

it('ends with its deadline, even when a grandchild holds the output open', async () => {
  const before = performance.now();
  const ran = await runCommand('sh', ['-c', 'sleep 3 & echo started; wait'], { deadline_ms: 100 });
  expect(ran).toEqual({ ok: false, why: 'late', message: 'sh gave no answer within 100 ms' });
  expect(performance.now() - before).toBeLessThan(1_500);
});

it('says that a program was killed', async () => {
  expect(await runCommand('sh', ['-c', 'kill -9 $$'])).toEqual({ ok: false, why: 'failed', message: 'sh was ended by SIGKILL' });
});

it('leaves a program that is to be left', async () => {
  const mark = join(folder, 'lived-on');
  const ran = await runCommand('sh', ['-c', 'sleep 0.3; : > "$0"', mark], { deadline_ms: 50, leave: true });
  expect(ran).toMatchObject({ ok: false, why: 'late' });
  await expect.poll(() => existsSync(mark), { timeout: 3_000 }).toBe(true);
});

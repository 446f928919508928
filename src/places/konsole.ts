// Konsole: D-Bus selects the tab; which one is in the environment of its shells, and the session tells its process. The window is raised apart.

import type { Focuser, Outcome, Target } from './outcome.ts';
import { failure } from './outcome.ts';
import { raiseApp } from './raise.ts';
import type { World } from './world.ts';

const service = /^(?::[\d.]+|org\.kde\.(?:konsole|yakuake)[\w.-]*)$/u;
const sessionPath = /^\/Sessions\/(\d+)$/u;
const windowPath = /^\/Windows\/\d+$/u;

export const konsole = (world: World): Focuser => ({
  name: 'Konsole',
  can({ app, env }) {
    if (app?.name !== 'Konsole') return undefined;
    const isTold =
      service.test(env.KONSOLE_DBUS_SERVICE ?? '') &&
      sessionPath.test(env.KONSOLE_DBUS_SESSION ?? '') &&
      windowPath.test(env.KONSOLE_DBUS_WINDOW ?? '');
    return isTold ? 'exact' : { why: 'its environment does not name its Konsole tab' };
  },
  focus: (target) => selectTab(target, world),
});

const selectTab = async (target: Target, world: World): Promise<Outcome> => {
  const { ancestors, env } = target;
  const environment = {
    ...world.where.env,
    ...(env.DBUS_SESSION_BUS_ADDRESS && { DBUS_SESSION_BUS_ADDRESS: env.DBUS_SESSION_BUS_ADDRESS }),
  };
  const call = async (path: string, method: string, ...args: string[]) => {
    const words = [
      'call',
      '--session',
      '--dest',
      env.KONSOLE_DBUS_SERVICE ?? '',
      '--object-path',
      path,
      '--method',
      method,
      ...args,
    ];
    const ran = await world.run('gdbus', words, { env: environment });
    if (!ran.ok) return failure(ran.message);
    return ran.code === 0 ? ran : failure(`Konsole: ${ran.stderr.trim()}`);
  };

  const session = env.KONSOLE_DBUS_SESSION ?? '';
  const told = await call(session, 'org.kde.konsole.Session.processId');
  if (!('stdout' in told)) return told;
  const pid = Number(/\d+/u.exec(told.stdout)?.[0]);
  if (!ancestors.some((process) => process.pid === pid))
    return failure('the Konsole tab that its environment names holds another process');
  const number = sessionPath.exec(session)?.[1] ?? '';
  const selected = await call(env.KONSOLE_DBUS_WINDOW ?? '', 'org.kde.konsole.Window.setCurrentSession', number);
  if (!('stdout' in selected)) return selected;

  const raised = await raiseApp(target, world);
  const what = `selected Konsole tab ${number}`;
  return raised.ok
    ? { ok: true, level: 'exact', certain: raised.certain, what: `${what}, ${raised.what}` }
    : { ok: true, level: 'exact', certain: false, what: `${what}; its window may be behind others: ${raised.why}` };
};

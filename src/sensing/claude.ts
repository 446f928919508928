// Keeps Claude's sessions true where no hook fires. While there is no session of Claude's, nothing is watched.

import { dirname, isAbsolute, join } from 'node:path';
import type { Session } from '../domain/session.ts';
import type { ClaudeRegistry } from './claude-registry.ts';
import { openClaudeRegistry } from './claude-registry.ts';
import { followTranscript } from './claude-transcript.ts';
import type { Heal } from './claude-verdict.ts';
import { farewell_ms, grace_ms, interruptionOf, verdictOn } from './claude-verdict.ts';
import type { Sensor, SensorDeps } from './sensor.ts';

/** One live session under watch. */
interface Watched {
  /** The registry's folder. */
  folder: string;
  hadEntry: boolean;
  /** Epoch milliseconds since when the entry that it had is gone. */
  gone_ms: number | undefined;
  /** Ends the wait for the verdict that is due next. */
  cancelWait: () => void;
  /** The last verdict told: one that changed nothing is not told again. */
  told: string;
  /** The transcript that is followed, and its end. */
  transcript: string | undefined;
  unfollow: () => void;
}

export const openClaude = ({ home, env, clock, session, drain, emit }: SensorDeps): Sensor => {
  const watched = new Map<string, Watched>();
  const registries = new Map<string, ClaudeRegistry>();
  const usualFolder = join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'sessions');

  const registryAt = (folder: string): ClaudeRegistry => {
    const known = registries.get(folder);
    if (known) return known;
    const registry = openClaudeRegistry({
      folder,
      clock,
      onChange: (id) => {
        for (const key of watched.keys()) if (session(key)?.session === id) look(key);
      },
    });
    registries.set(folder, registry);
    return registry;
  };

  const enter = (key: string, folder: string): Watched => {
    const known = watched.get(key);
    if (known?.folder === folder) return known;
    leave(key);
    const none = (): void => {};
    const entered = {
      folder,
      hadEntry: false,
      gone_ms: undefined,
      cancelWait: none,
      told: '',
      transcript: undefined,
      unfollow: none,
    };
    watched.set(key, entered);
    return entered;
  };
  const leave = (key: string): void => {
    const left = watched.get(key);
    if (!left) return;
    watched.delete(key);
    left.cancelWait();
    left.unfollow();
    if ([...watched.values()].some(({ folder }) => folder === left.folder)) return;
    registries.get(left.folder)?.stop();
    registries.delete(left.folder);
  };

  const tell = (known: Session, heal: readonly Heal[], source: 'process' | 'transcript', rule: string, at_ms: number): void =>
    // What is told closes all that was said before, so it can't be older than that.
    emit(
      heal.map((each) => ({
        ...each,
        agent: known.agent,
        session: known.session,
        source,
        rule,
        at_ms: Math.max(at_ms, known.evidence_ms),
      })),
    );

  const follow = (key: string, watch: Watched, file: string | undefined): void => {
    if (watch.transcript === file) return;
    watch.unfollow();
    watch.transcript = file;
    watch.unfollow =
      file === undefined ? () => {} : followTranscript(file, clock, (at_ms, goesOn) => interrupted(key, at_ms, goesOn));
  };
  const interrupted = (key: string, at_ms: number, goesOn: boolean): void => {
    const known = session(key);
    if (!known?.turn.open || at_ms < known.turn.at_ms || known.evidence_ms > at_ms + grace_ms) return;
    const heal: Heal[] = goesOn ? [...interruptionOf(known), { kind: 'working' }] : interruptionOf(known);
    tell(known, heal, 'transcript', 'interrupted', at_ms);
  };

  /** @param isSettled whether all that is to be known by now was just taken in */
  const look = (key: string, isSettled = false): void => {
    const known = session(key);
    if (!known || known.host !== '') return leave(key);
    const watch = enter(key, registryOf(known.transcript) ?? usualFolder);
    const registry = registryAt(watch.folder);
    const entry = registry.entry(known.session);
    watch.cancelWait();
    /** The other side often speaks a moment later: what is due is told after one more look, at the file itself. */
    const tellAt = (due_ms: number, told: string, heal: readonly Heal[], rule: string, at_ms: number): void => {
      if (told === watch.told) return;
      if (isSettled && clock.now() >= due_ms) {
        watch.told = told;
        return tell(known, heal, 'process', rule, at_ms);
      }
      watch.cancelWait = clock.after(due_ms - clock.now(), () => {
        drain();
        registries.get(watch.folder)?.scan();
        look(key, true);
      });
    };
    if (entry) {
      watch.hadEntry = true;
      watch.gone_ms = undefined;
      follow(key, watch, undefined);
      const verdict = verdictOn(entry, known);
      const told = JSON.stringify([verdict?.heal, entry, known.evidence_ms]);
      if (verdict) tellAt(verdict.due_ms, told, verdict.heal, `registry ${entry.status}`, entry.since_ms);
    } else if (watch.hadEntry) {
      const gone_ms = (watch.gone_ms ??= clock.now());
      if (known.heard_ms <= gone_ms + grace_ms)
        tellAt(gone_ms + farewell_ms, 'gone', [{ kind: 'end' }], 'registry gone', gone_ms);
    } else follow(key, watch, known.turn.open ? (known.transcript ?? undefined) : undefined);
  };

  return {
    heard: (key) => look(key),
    stop: () => {
      for (const key of watched.keys()) leave(key);
    },
  };
};

/** The registry beside a transcript, `<config folder>/projects/<project>/<id>.jsonl`: the agent's own folder may not be ours. */
const registryOf = (transcript: string | null): string | undefined => {
  if (transcript === null || !isAbsolute(transcript)) return undefined;
  const projects = dirname(dirname(transcript));
  return /[/\\]projects$/u.test(projects) ? join(dirname(projects), 'sessions') : undefined;
};

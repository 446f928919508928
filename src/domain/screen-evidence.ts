// What a screen may say against a hook. The order and windows are tma's fold (its section 5): fresh hook, then screen blocker,
// screen working, screen idle, then hold.

import type { Event } from './event.ts';
import type { Rules } from './rules.ts';
import type { Session, State } from './session.ts';

const statesByKind: Readonly<Partial<Record<Event['kind'], State>>> = {
  'needs-you': 'blocked',
  working: 'working',
  idle: 'idle',
};

/** The state that a screen event claims; undefined when it claims none. */
export const screenState = (event: Event): State | undefined => statesByKind[event.kind];

/** Whether a screen claim is taken over, only confirms what is known, or is held back for now. */
export const weighScreen = (session: Session, event: Event, rules: Rules): 'take' | 'confirm' | 'hold' => {
  const claimed = screenState(event);
  if (claimed === undefined) return 'take';
  const age = event.at_ms - session.evidence_ms;
  if (claimed === session.state) return age >= 0 ? 'confirm' : 'hold';
  if (isProtected(session)) {
    // A dialog seen before the last hook spoke may be the one that was just answered.
    if (claimed === 'blocked') return age > 0 ? 'take' : 'hold';
    const decay = session.state === 'blocked' ? rules.blocked_decay_ms : rules.hook_decay_ms;
    if (!rules.screen_expires.includes(session.state) || age <= decay) return 'hold';
  }
  if (session.state === 'working' && claimed === 'idle') return age > rules.dwell_ms ? 'take' : 'hold';
  return 'take';
};

const isProtected = (session: Session): boolean =>
  session.state !== 'unknown' && session.evidence !== 'screen' && session.evidence !== 'process' && session.evidence !== 'clock';

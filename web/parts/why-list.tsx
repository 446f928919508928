// Which evidence made a session's state so, what it waits for, and what happened last.

import { useEffect, useState } from 'preact/hooks';
import type { Why } from '../../src/api/contract.ts';
import { usePage } from '../page.ts';
import { roughAgeWords } from '../time.ts';
import { lineOf } from '../line.ts';

/** A busy session is asked about no more often than this. */
const askEvery_ms = 1000;

interface WhyListProps {
  id: string;
  /** *Why it needs you* */
  title: string;
  /** Changes heard of this session: with each there is something new to ask. */
  turns: number;
}

export const WhyList = ({ id, title, turns }: WhyListProps) => {
  const { clock } = usePage();
  const { why, trouble } = useWhy(id, turns);
  const age = (at_ms: number): string => roughAgeWords(clock.value - at_ms);
  if (!why) return trouble === '' ? null : <p class="trouble">{`Why is not known: ${trouble}.`}</p>;
  return (
    <>
      <section>
        <h3>{title}</h3>
        <ul class="evidence">
          {why.claims.toSorted(decidingFirst).map((claim) => (
            <li key={claim.source} data-decides={claim.decides}>
              <b>{claim.source}</b>
              <span>{claim.rule === null ? claim.kind : lineOf(claim.rule)}</span>
              <span class="age">{age(claim.at_ms)}</span>
              <span class="verdict">{verdictOf(claim, why)}</span>
            </li>
          ))}
        </ul>
      </section>
      {why.asks.some((ask, index) => index > 0 || ask.speaker !== '') && (
        <section>
          <h3>Waits for</h3>
          <ul class="evidence">
            {why.asks.map((ask) => (
              <li key={`${ask.speaker} ${ask.at_ms} ${ask.tool ?? ''}`}>
                <b>{lineOf(ask.reason)}</b>
                <span>{lineOf([ask.tool ?? '', ask.message ?? ''].filter(Boolean).join(': '))}</span>
                <span class="age">{age(ask.at_ms)}</span>
                {ask.speaker !== '' && <span class="verdict">{`asked by subagent ${lineOf(ask.speaker)}`}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>Latest events</h3>
        <ol class="events">
          {why.events.map((event) => (
            <li key={event.seq}>
              <b>{event.kind}</b>
              <span class="cut">
                {event.rule === null ? event.source : `${event.source}, ${lineOf(event.rule)}`}
                {event.subagent !== null && `, subagent ${lineOf(event.subagent)}`}
              </span>
              <span class="age">{age(event.at_ms)}</span>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
};

type ShownClaim = Why['claims'][number];

const decidingFirst = (a: ShownClaim, b: ShownClaim): number => Number(b.decides) - Number(a.decides) || b.at_ms - a.at_ms;

const verdictOf = (claim: ShownClaim, { session }: Why): string => {
  const says = claim.detail === null ? claim.state : `${claim.state}, ${claim.detail}`;
  if (claim.decides) return `decides: ${claim.kind} → ${says}`;
  return claim.state === session.state ? `agrees: ${says}` : `ruled out: says ${says}`;
};

/** Asks again with each change, and keeps the last answer while the next one is on its way. */
const useWhy = (id: string, turns: number): { why: Why | undefined; trouble: string } => {
  const page = usePage();
  const [known, setKnown] = useState<{ why: Why | undefined; trouble: string; asked_ms: number }>({
    why: undefined,
    trouble: '',
    asked_ms: 0,
  });
  const isLive = page.store.link.value === 'live';
  useEffect(() => {
    if (!isLive) return undefined;
    const asking = new AbortController();
    const ask = async (): Promise<void> => {
      const answer = await page.why(id, asking.signal);
      if (asking.signal.aborted) return;
      const asked_ms = Date.now();
      setKnown((old) =>
        answer.ok ? { why: answer.value, trouble: '', asked_ms } : { why: old.why, trouble: answer.message, asked_ms },
      );
    };
    const timer = setTimeout(() => void ask(), Math.max(0, known.asked_ms + askEvery_ms - Date.now()));
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [id, turns, isLive]);
  return known.why?.session.id === id ? known : { ...known, why: undefined };
};

// No session yet: what to do next.

export const Empty = () => (
  <main class="empty">
    <Horizon />
    <header>
      <h1>Nothing on the horizon yet</h1>
      <p>Two steps, about a minute.</p>
    </header>
    <ol class="steps panel">
      <li aria-current="step">
        <span class="number">1</span>
        <div>
          <h2>Connect your agent</h2>
          <p>It finds the agents on this machine and shows what it would add to their settings. It asks before it writes.</p>
          <code class="command">vigie connect --all</code>
        </div>
      </li>
      <li>
        <span class="number">2</span>
        <div>
          <h2>Start a turn in any terminal</h2>
          <p>It appears here within a moment. Sessions already open join at their next step.</p>
        </div>
      </li>
    </ol>
    <p>
      No agent at hand? Watch a recording: <code>npm start -- --demo</code>
    </p>
  </main>
);

/** The page holds no token: where to get one. */
export const Locked = ({ why }: { why: 'none' | 'stale' }) => (
  <main class="empty">
    <Horizon />
    <header>
      <h1>{why === 'stale' ? 'This address was used before' : 'This page needs a key'}</h1>
      <p>
        {why === 'stale'
          ? 'An address opens one page once, and only for a short while.'
          : 'Only your own terminal can open it, so that no other page or program can.'}
      </p>
    </header>
    <ol class="steps panel">
      <li aria-current="step">
        <span class="number">1</span>
        <div>
          <h2>Run this in a terminal, and open the address that it prints</h2>
          <code class="command">vigie url</code>
        </div>
      </li>
    </ol>
  </main>
);

const Horizon = () => (
  <svg
    class="horizon"
    viewBox="0 0 200 88"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    aria-hidden="true"
  >
    <path d="M4 60h192M62 52a40 40 0 0 1 76 0" />
    <path class="sun" d="M86.500 52.500a14 14 0 0 1 27 0Z" />
    <path class="ripple" d="M56 69h88M78 77h44" />
  </svg>
);

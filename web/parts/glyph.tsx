// Small line drawings of things, never of states.

const paths = {
  find: 'M7 2.75a4.25 4.25 0 1 1 0 8.5 4.25 4.25 0 0 1 0-8.5ZM10.25 10.25l3.25 3.25',
  folder: 'M2 12.5v-9h4l1.5 2H14v7Z',
  terminal: 'M2.5 3.5h11v9h-11ZM5 6.5 7 8.25 5 10M8.5 10.25h2.5',
  cross: 'm4 4 8 8M12 4l-8 8',
} as const;

export const Glyph = ({ of }: { of: keyof typeof paths }) => (
  <svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">
    <path d={paths[of]} />
  </svg>
);

/** The eye just over the horizon. */
export const Brand = () => (
  <svg class="brand-mark" viewBox="0 0 16 16" aria-hidden="true">
    <path
      d="M1 12.25h14M2.6 10a5.6 5.6 0 0 1 10.8 0"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
    />
    <path d="M5.9 10.2a2.1 2.1 0 0 1 4.2 0Z" />
  </svg>
);

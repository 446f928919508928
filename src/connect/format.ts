// What connecting needs to know of a kind of config file. Each kind has a file of its own in this folder; all are pure: text in, text out.

/** One hook to be in a file. */
export interface Hook {
  event: string;
  command: string;
  /** In the agent's own unit. */
  timeout: number | undefined;
  /** Which tools it is for; undefined where the agent takes that as all. */
  matcher: string | undefined;
}

/** A hook of ours that stands in a file. */
export interface Standing {
  event: string;
  /** The launcher that it calls; undefined where it calls none. */
  launcher: string | undefined;
  /** Whether it is, to the letter, what would be put there now. */
  isCurrent: boolean;
}

/** Says why a text is not to be touched, with its line where there is one. */
export interface Refusal {
  refused: string;
  /** The agent is connected all the same, as far as its other files go. */
  isMinor?: boolean;
}

/** One file's format together with what is to stand in it. */
export interface Format {
  /** Names of all hooks that may stand there, in order. */
  events: readonly string[];
  /** What of ours stands in a text. */
  find(text: string): Standing[] | Refusal;
  /** The text without anything of ours. What is left empty by that goes too, unless it stood in `original`, a text from before us. */
  without(text: string, original: string): string | Refusal;
  /** The text, which holds nothing of ours, with these of the hooks. */
  put(text: string, events: readonly string[]): string | Refusal;
  /** What a second parser reads, less what is ours or is empty without it. Throws for what it can't read. */
  foreign(text: string): unknown;
  /** Whether nothing is in the text that we would not have written into a new file. */
  isBlank(text: string): boolean;
}

/** Line of an offset, for people. */
export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Whether a command is one of ours, and which launcher it calls. */
export type OwnCommand = (command: string) => { launcher: string } | undefined;

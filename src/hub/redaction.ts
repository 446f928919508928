// A recording goes to other people, so it keeps how a session went and nothing of what it was about: names of events and tools, ids,
// numbers and the shape of every payload stay; texts, paths and addresses become numbered stand-ins. Same text, same stand-in, so that what
// was equal stays equal and the recording gives the same states.

export interface RedactionOptions {
  /** The person's home folder; it becomes `/home/dev`. */
  home: string;
  /** Keeps texts: prompts, commands, replies. */
  keepsText: boolean;
  /** Keeps the names of folders and files; the home folder becomes `/home/dev` all the same. */
  keepsPaths: boolean;
}

/** One per recording: its stand-ins are numbered as they come. Does not change what it is given. */
export interface Redaction {
  /** Everything that a payload's JSON holds. */
  payload(value: unknown): unknown;
  /** The variables of a hook's environment. */
  env(env: Readonly<Record<string, string>>): Record<string, string>;
  path(path: string): string;
}

/** Keys whose value may stay when it is a single word: a name from a program's vocabulary, or an id without a meaning. */
const vocabulary =
  /^(?:session|event|agent|tool|model|source|reason|mode|status|trigger|kind|role|type|subtype|operation|timestamp|error|version|level|entrypoint)$|(?:^|_)(?:id|ids|type|mode|event|version)$|^(?:hook_event|tool|agent|event)_?name$|(?:Id|Ids|Type|Mode|Version|EventName|ToolName|AgentName)$/u;
const singleWord = /^[\w.:@%-]{1,128}$/u;
/** Below these, keys and words are those of the project, whatever they are called. */
const contents = /input|response|output|result|arg|content|answers|body/iu;
const keyWord = /^[A-Za-z_$][\w$-]{0,63}$/u;

/** A mark that a program puts before a text; agent files tell texts apart by it. */
const mark = /^(?:<[a-z-]{1,40}>|\[Request interrupted by user[a-z ]{0,20}\])/u;
/** What a program says in words of its own, and agent files or sensors look for. */
const ownWords = new Set(['User rejected tool use', 'waiting for input', 'permission prompt', 'input needed', 'dialog open']);
const isPath = /^(?:~|\.{0,2}\/|[A-Za-z]:[\\/])/u;
const pathWithin = /(?<![\w:/.])(?:~|\/|[A-Za-z]:\\)[\w.@+~\\/-]*[\w]/gu;

/** Parts of paths that say nothing about a person: an agent's own folders, and ids. */
const plainPart =
  /^(?:|~|\.{1,2}|[A-Za-z]:|\.[a-z]{1,12}|home|dev|tmp|projects|sessions|subagents|\d{1,10}\.json|(?:agent-)?[0-9a-f]{8}[0-9a-f-]*(?:\.jsonl?)?)$/u;

const words: Readonly<Record<string, string>> = { SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' };

export const createRedaction = ({ home, keepsText, keepsPaths }: RedactionOptions): Redaction => {
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return number;
  };
  const part = (name: string): string => {
    if (keepsPaths || plainPart.test(name)) return name;
    const [extension = ''] = /\.[a-z]{1,5}$/u.exec(name) ?? [];
    return `part-${numberOf(name)}${extension}`;
  };
  const path = (whole: string): string => {
    const isHome = whole === home || whole.startsWith(`${home}/`) || whole.startsWith(`${home}\\`);
    const rest = isHome ? whole.slice(home.length) : whole;
    return (
      (isHome ? '/home/dev' : '') +
      rest
        .split(/([\\/])/u)
        .map((each) => (/^[\\/]$/u.test(each) ? each : part(each)))
        .join('')
    );
  };
  const text = (whole: string): string => {
    if (whole === '' || ownWords.has(whole)) return whole;
    if (keepsText) return whole.replace(pathWithin, path);
    const [before = ''] = mark.exec(whole) ?? [];
    return `${before}text ${numberOf(whole)} (${whole.length} characters)`;
  };
  const value = (of: unknown, key: string, isContent: boolean): unknown => {
    if (Array.isArray(of)) return of.map((each) => value(each, key, isContent));
    if (of !== null && typeof of === 'object') {
      const entries = Object.entries(of).map(([name, inner]) => [
        keyWord.test(name) ? name : text(name),
        value(inner, name, isContent || contents.test(name)),
      ]);
      return Object.fromEntries(entries);
    }
    if (typeof of !== 'string') return of;
    if (!isContent && vocabulary.test(key) && singleWord.test(of)) return of;
    return isPath.test(of) && !/\s/u.test(of) ? path(of) : text(of);
  };
  return {
    payload: (whole) => value(whole, '', false),
    env: (env) =>
      Object.fromEntries(
        Object.entries(env).map(([name, of]) => [name, words[name] ?? (of.includes('/') || of.includes('\\') ? path(of) : of)]),
      ),
    path,
  };
};

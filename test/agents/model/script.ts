// The prompt is the script: what the stand-in model does in a turn stands in the prompt itself, so that a test reads as what a person typed.
//
//   call:NAME {json}    a step: call this tool with these arguments
//   also:NAME {json}    one more call in the same step
//   say:"text"          the closing text, once every step has its result
//   hold:NAME           the answers of this turn wait until the test lets NAME go
//   fail:STATUS         every request of this turn is refused with this HTTP status
//
// The newest user message that holds such words decides, and the tool results after it tell which step is next: the server keeps no
// conversation, so one serves any number of agents and subagents at once.

interface Call {
  name: string;
  args: Record<string, unknown>;
}

export interface Script {
  steps: Call[][];
  say: string;
  hold: string;
  fail: number;
}

/** A conversation as far as it matters here: what people said and which tools have answered, oldest first. */
export type Turn = { kind: 'user'; text: string } | { kind: 'result' };

/** What the model does next: it calls, or, when `calls` is empty, it says `text`. */
export interface Reply {
  calls: Call[];
  text: string;
  hold: string;
  fail: number;
}

const words = /\b(?:(call|also):([\w./-]+)\s*(?=\{)|say:(?=")|hold:(\w+)|fail:(\d{3}))/gu;

/** The script in a message; undefined when it holds none of the words. */
export const scriptIn = (text: string): Script | undefined => {
  const script: Script = { steps: [], say: '', hold: '', fail: 0 };
  const scan = new RegExp(words);
  let found = false;
  for (let word = scan.exec(text); word; word = scan.exec(text)) {
    const [, verb, tool, hold, status] = word;
    if (hold) script.hold = hold;
    else if (status) script.fail = Number(status);
    else {
      const end = tool ? objectEnd(text, scan.lastIndex) : stringEnd(text, scan.lastIndex);
      const value = parsed(text.slice(scan.lastIndex, end));
      if (value === undefined) continue;
      // What stands inside an argument is a subagent's script, not this one's.
      scan.lastIndex = end;
      if (!tool) script.say = value as string;
      else if (verb === 'also') script.steps.at(-1)?.push({ name: tool, args: value as Call['args'] });
      else script.steps.push([{ name: tool, args: value as Call['args'] }]);
    }
    found = true;
  }
  return found ? script : undefined;
};

/** @param tools names of the tools that the request offers; a step whose tools are not offered ends the turn */
export const replyTo = (turns: readonly Turn[], tools: ReadonlySet<string>): Reply => {
  for (let at = turns.length - 1; at >= 0; at--) {
    const turn = turns[at];
    const script = turn?.kind === 'user' ? scriptIn(turn.text) : undefined;
    if (script) return nextStep(script, turns.slice(at).filter(({ kind }) => kind === 'result').length, tools);
  }
  return { calls: [], text: 'Hello from the stand-in model.', hold: '', fail: 0 };
};

const nextStep = ({ steps, say, hold, fail }: Script, results: number, tools: ReadonlySet<string>): Reply => {
  let before = 0;
  const step = steps.find((calls) => (before += calls.length) > results);
  const calls = step?.filter(({ name }) => tools.has(name)) ?? [];
  return { calls, text: calls.length > 0 ? '' : say || `Finished after ${results} tool results.`, hold, fail };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const stringEnd = (text: string, start: number): number => {
  const whole = /"(?:[^"\\]|\\.)*"/suy;
  whole.lastIndex = start;
  return whole.test(text) ? whole.lastIndex : text.length;
};

const objectEnd = (text: string, start: number): number => {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}]/gsu;
  tokens.lastIndex = start;
  let depth = 0;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    if (token[0] === '{') depth++;
    else if (token[0] === '}' && --depth === 0) return tokens.lastIndex;
  }
  return text.length;
};

// What an agent file says, whatever its dialect: how to recognise an agent, read what it sends, put hooks into its config, answer it
// and jump to it. This is the superset that Vigie's own files are written in; the other dialects are turned into it.

import * as z from 'zod';
import { reasons } from '../domain/event.ts';
import { states } from '../domain/session.ts';
import { eventTarget, eventTargets } from './event-target.ts';
import { fieldNames } from './field.ts';
import { jumpMistake } from './jump.ts';
import { agentName } from './names.ts';
import { parsePath } from './path.ts';

export const adapters = ['claude-style', 'codex-style', 'gemini-style', 'copilot-style', 'cursor-style', 'plain'] as const;
export const hookFormats = ['claude-table', 'flat-table', 'own-file', 'group-table', 'toml-tables', 'plugin-file'] as const;
/** What it takes beside hooks to make an agent call them. */
const switchFormats = ['toml-program', 'yaml-list'] as const;
export const approvalKinds = ['none', 'plain', 'full'] as const;
/** Those of Gnista's dialect. */
export const detailKinds = ['none', 'claude', 'codex', 'gemini', 'opencode'] as const;

/** A text of 1 to `most` characters on one line. */
export const shortText = (most: number): z.ZodString =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, 'may not hold control characters');

const pathRule = "is no path: `$`, then steps like `.key`, `[0]` or `['a key']`";
export const pathText = z
  .string()
  .refine((text) => parsePath(text) !== undefined, { error: pathRule })
  .meta({ description: 'Path into the payload, as in $.workspace_roots[0]', examples: ['$.session_id'] });

/** Where a field is read from: the first path at which something stands. An empty list reads it from nowhere. */
const paths = z.union([pathText, z.array(pathText).max(8)]);
const fields = z.partialRecord(z.enum(fieldNames), paths);

const target = z
  .string()
  .refine((name) => eventTarget(name) !== undefined, { error: 'is no event', params: { among: eventTargets } })
  .meta({ enum: [...eventTargets] });

const literal = z.union([z.string(), z.number(), z.boolean()]);
/** What must stand at a path: this value, one of these, none of these (but something), a text that starts so, or anything at all
 * (null and an empty text are nothing). */
const matcher = z.union([
  literal,
  z.array(literal).min(1),
  z.strictObject({ not: z.array(literal).min(1) }),
  z.strictObject({ starts: z.string().min(1) }),
  z.strictObject({ present: z.boolean() }),
]);
export type Matcher = z.infer<typeof matcher>;

/** `$.path` looks into the payload, `env.NAME` at a variable that the relay passes on. All must match. */
const subject = z.string().refine((text) => /^env\.[A-Z_][A-Z0-9_]*$/u.test(text) || parsePath(text) !== undefined, {
  error: `${pathRule}, and no env.NAME either`,
});
const when = z.record(subject, matcher);

const eventCase = z.strictObject({
  kind: target,
  when: when.optional(),
  reason: z.enum(reasons).optional(),
  detail: z
    .string()
    .regex(/^[a-z0-9_-]{1,64}$/u, 'must be a word of a-z, 0-9, - and _')
    .optional(),
  /** One event per element of the list that stands there; this case's own fields are then read from the element. */
  each: pathText.optional(),
  /** Paths that go before the file's own `fields`. */
  fields: fields.optional(),
});
export type EventCase = z.infer<typeof eventCase>;

/** The first case that matches counts. */
const eventRule = z.union([target, eventCase, z.array(eventCase).min(1).max(64)]);

const version = z.string().regex(/^\d{1,6}(?:\.\d{1,6}){0,3}$/u, 'must be a version, as in "2.1.76"');
const variable = z.string().regex(/^[A-Z_][A-Z0-9_]*$/u, 'must be the name of an environment variable');
const timeout = z.number().positive().max(86_400_000);
export const homeFile = z
  .string()
  .min(1)
  .max(512)
  .refine((file) => !/^[~/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)|\p{Cc}/iu.test(file), {
    error: 'must be a path relative to the home folder, without ".."',
  });

const hookEvent = z.union([
  shortText(128),
  z.strictObject({
    name: shortText(128),
    /** The first version of the agent that knows this event. */
    since: version.optional(),
    timeout: timeout.optional(),
    matcher: shortText(256).optional(),
  }),
]);

const members = z.record(shortText(64), literal);

/** One file that connecting writes to, and what it puts there. */
const hookFile = {
  format: z.enum([...hookFormats, ...switchFormats]).meta({
    description:
      'claude-table: event → groups of handlers. flat-table: event → handlers. own-file: a flat table in a JSON file of ours alone. group-table: a flat table under the key "vigie". toml-tables: one [[hooks]] per event. plugin-file: a filled-in template, at {event} in its path once per event. toml-program: a program and its arguments at a key, set only where nothing stands. yaml-list: a text in a list.',
  }),
  file: homeFile.meta({ description: 'Where it stands for all projects, relative to the home folder.' }),
  project_file: homeFile
    .optional()
    .meta({ description: 'Where it stands for one project, relative to its folder; left out where there is no such file.' }),
  home_env: z
    .record(variable, homeFile)
    .optional()
    .meta({ description: 'Variables that move a folder at the beginning of `file`: the first that is set counts.' }),
  events: z.array(hookEvent).min(1).max(256).optional(),
  timeout: timeout.optional(),
  matcher: shortText(256)
    .optional()
    .meta({ description: 'Matcher of each hook, as in "*"; none where the agent takes that as all.' }),
  handler: members
    .optional()
    .meta({ description: 'Members that each handler needs beside its command and timeout; {event} becomes the event.' }),
  command_key: shortText(64)
    .optional()
    .meta({ description: 'What the command is called in a handler; "command" where it is not said.' }),
  timeout_key: shortText(64)
    .optional()
    .meta({ description: 'What the timeout is called in a handler; "timeout" where it is not said.' }),
  beside: members.optional().meta({ description: 'Members that a new file needs beside the hooks.' }),
  comments: z.boolean().optional().meta({ description: 'The agent reads comments and trailing commas in this JSON file.' }),
  template: z
    .string()
    .max(128)
    .regex(/^[^./\\\p{Cc}][^/\\\p{Cc}]*$/u, 'must be the name of a file beside this one')
    .optional()
    .meta({
      description:
        'plugin-file: what is filled in, @spool@, @launcher@, @agent@ and @event@, as quoted strings. One of its first lines says "Generated by Vigie".',
    }),
  executable: z.boolean().optional().meta({ description: 'plugin-file: whether the file is run as a program.' }),
  key: shortText(256).optional().meta({ description: 'toml-program and yaml-list: where it stands, as in "plugins.enabled".' }),
  value: shortText(256)
    .optional()
    .meta({ description: 'yaml-list: the text to be in the list. toml-program: the event that its calls are told as.' }),
} as const;

/** What a format can't do without. */
const needed: Readonly<Record<string, 'events' | 'template' | 'key' | 'value'>> = {
  'plugin-file': 'template',
  'toml-program': 'value',
  'yaml-list': 'value',
};

const hooks = z
  .strictObject({
    ...hookFile,
    /** Unit of the timeouts above, as the agent reads them; seconds where it is not said. */
    time_unit: z.enum(['s', 'ms']).optional(),
    /** `sh`: the agent runs commands by `/bin/sh -c`, so the relay can be sourced. */
    shell: z.literal('sh').optional(),
    /** `none`: the agent sends nothing on stdin, or never closes it. */
    stdin: z.literal('none').optional(),
    folder: homeFile
      .optional()
      .meta({ description: 'Folder by which the agent is known to be here; the first of `file` where it is not said.' }),
    prints: shortText(64).optional().meta({ description: 'What the agent must read from every hook, as in "{}".' }),
    also: z.array(z.strictObject(hookFile)).max(8).optional().meta({ description: 'More files that belong to it.' }),
    next_step: shortText(256).optional().meta({ description: 'What a person has to do once it is connected.' }),
  })
  .superRefine((value, context) => {
    for (const [index, one] of [value, ...(value.also ?? [])].entries()) {
      const key = needed[one.format] ?? 'events';
      if (one[key] === undefined)
        context.addIssue({
          code: 'custom',
          path: [...(index === 0 ? [] : ['also', index - 1]), key],
          message: `is missing: ${one.format} needs it`,
        });
    }
  });

const identity = z.strictObject({
  process_names: z.array(shortText(128)).max(64).optional(),
  /** RE2 expressions over the pane's title; when there are any, one must match as well. */
  title_patterns: z.array(shortText(512)).max(64).optional(),
  /** Variable that holds the agent's own pid in a hook's environment. */
  pid_env: variable.optional(),
  /** A new session id in the same process means that the one before is over. */
  one_session_per_process: z.boolean().optional(),
});

/** The words of tma's manifests; exactly one of them. */
const screenMatch = z.strictObject({
  contains: z.string().min(1).optional(),
  regex: z.string().min(1).optional(),
  line_regex: z.string().min(1).optional(),
  get any(): z.ZodOptional<z.ZodArray<typeof screenMatch>> {
    return z.array(screenMatch).min(1).optional();
  },
  get all(): z.ZodOptional<z.ZodArray<typeof screenMatch>> {
    return z.array(screenMatch).min(1).optional();
  },
  get not(): z.ZodOptional<typeof screenMatch> {
    return screenMatch.optional();
  },
});

const screenRule = z.strictObject({
  state: z.enum(states),
  detail: z
    .string()
    .regex(/^[a-z0-9_-]{1,64}$/u, 'must be a word of a-z, 0-9, - and _')
    .optional(),
  priority: z.number().int().optional(),
  region: z
    .string()
    .regex(
      /^(?:title|visible|(?:tail_lines|bottom_non_empty_lines)\([1-9]\d{0,3}\))$/u,
      'must be title, visible, tail_lines(N) or bottom_non_empty_lines(N)',
    ),
  match: screenMatch,
  skip_state_update: z.boolean().optional(),
});

const milliseconds = z.number().int().nonnegative();
const rules = z.strictObject({
  idle_after_ms: milliseconds.optional(),
  hook_decay_ms: milliseconds.optional(),
  blocked_decay_ms: milliseconds.optional(),
  dwell_ms: milliseconds.optional(),
  tool_alive_ms: milliseconds.optional(),
  forget_after_ms: milliseconds.optional(),
  screen_expires: z.array(z.enum(states)).optional(),
});

/** Another agent that runs this one's hooks, told apart by what it sends. */
const caller = z.strictObject({ agent: z.string().regex(agentName, 'is no name of an agent'), when });

export const colour = z.string().regex(/^#[0-9a-fA-F]{6}$/u, 'must be "#RRGGBB"');
export const icon = z
  .string()
  .max(128)
  .regex(/^[^./\\\p{Cc}][^/\\\p{Cc}]*\.[sS][vV][gG]$/u, 'must be the name of an .svg file beside this one');
export const jump = z.strictObject({
  url: z.string().superRefine((url, context) => {
    const mistake = jumpMistake(url);
    if (mistake !== undefined) context.addIssue({ code: 'custom', message: mistake });
  }),
});

/** Everything but the events' names is optional. Shape of a file in Vigie's dialect, less its first line `vigie = 1`. */
export const agentDefinition = z.strictObject({
  name: shortText(64).optional(),
  aliases: z.array(z.string().regex(agentName, 'is no name of an agent')).max(32).optional(),
  colour: colour.optional(),
  icon: icon.optional(),
  /** Whose payloads and answers it speaks, beneath its own `fields` and `events`; `own`: nobody's. Left out, it is `plain`. */
  adapter: z.enum([...adapters, 'own']).optional(),
  known_from: z
    .enum(['run', 'maker', 'others'])
    .optional()
    .meta({ description: "How what stands here is known: the agent was run, by its maker's documents, or by what others saw." }),
  identity: identity.optional(),
  fields: fields.optional(),
  events: z.record(z.string(), eventRule).optional(),
  /** When one of these tools is done, so is the turn. */
  done_after_tools: z.array(shortText(128)).max(256).optional(),
  callers: z.array(caller).max(32).optional(),
  hooks: hooks.optional(),
  approvals: z.enum(approvalKinds).optional(),
  details: z.enum([...detailKinds, 'copilot']).optional(),
  screen: z.array(screenRule).max(256).optional(),
  /** The app it runs in: bundle id, desktop id or TERM_PROGRAM, name of the exe. */
  host: shortText(256).optional(),
  jump: jump.optional(),
  rules: rules.optional(),
});
export type AgentDefinition = z.infer<typeof agentDefinition>;

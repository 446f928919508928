// Anthropic Messages: `POST /v1/messages`, and its token count.

import type { Reply, Turn } from './script.ts';
import type { JsonSchema, ServerEvent, Wire } from './wire.ts';

interface Block {
  type: string;
  text?: string;
}

interface Body {
  model?: string;
  stream?: boolean;
  messages?: { role: string; content: string | Block[] }[];
  tools?: { name: string }[];
  output_config?: { format?: { schema?: JsonSchema } };
}

let serial = 0;
const newId = (prefix: string): string => `${prefix}_${String(++serial).padStart(8, '0')}`;

const turnsOf = (messages: Body['messages'] = []): Turn[] =>
  messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content))
    .flatMap((block: Block): Turn[] => {
      if (block.type === 'tool_result') return [{ kind: 'result' }];
      return block.type === 'text' ? [{ kind: 'user', text: block.text ?? '' }] : [];
    });

type ReplyBlock = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: unknown };

const blocksOf = ({ calls, text }: Reply): ReplyBlock[] =>
  calls.length > 0
    ? calls.map(({ name, args }) => ({ type: 'tool_use', id: newId('toolu'), name, input: args }))
    : [{ type: 'text', text }];

const stopOf = ({ calls }: Reply) => ({ stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null });

const messageOf = (body: unknown) => ({
  id: newId('msg'),
  type: 'message',
  role: 'assistant',
  model: (body as Body).model,
  content: [] as ReplyBlock[],
  stop_reason: null as string | null,
  stop_sequence: null,
  usage: { input_tokens: 100, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
});

const blockEvents = (block: ReplyBlock, index: number): ServerEvent['data'][] => [
  {
    type: 'content_block_start',
    index,
    content_block: block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} },
  },
  {
    type: 'content_block_delta',
    index,
    delta:
      block.type === 'text'
        ? { type: 'text_delta', text: block.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
  },
  { type: 'content_block_stop', index },
];

export const anthropic: Wire = {
  match: (path) => {
    if (path === '/v1/messages') return {};
    return path === '/v1/messages/count_tokens' ? { fixed: { input_tokens: 100 } } : undefined;
  },
  read: (body) => {
    const { messages, tools = [], stream = false, output_config } = body as Body;
    return {
      turns: turnsOf(messages),
      tools: new Set(tools.map(({ name }) => name)),
      schema: output_config?.format?.schema,
      stream,
    };
  },
  whole: (reply, body) => ({ ...messageOf(body), content: blocksOf(reply), ...stopOf(reply) }),
  events: (reply, body) => {
    const data = [
      { type: 'message_start', message: messageOf(body) },
      ...blocksOf(reply).flatMap(blockEvents),
      { type: 'message_delta', delta: stopOf(reply), usage: { output_tokens: 20 } },
      { type: 'message_stop' },
    ] as { type: string }[];
    return data.map((each) => ({ event: each.type, data: each }));
  },
  failure: (status) => ({
    type: 'error',
    error: { type: status === 429 ? 'rate_limit_error' : 'api_error', message: `stand-in failure ${status}` },
  }),
};

// What a wire format of a model API is to the server: it reads a request and writes a reply, and knows nothing of scripts or sockets.

import type { Reply, Turn } from './script.ts';

interface ModelRequest {
  turns: Turn[];
  /** Names of the tools offered. */
  tools: Set<string>;
  /** The JSON schema that the answer must fit, where one is asked for. */
  schema: JsonSchema | undefined;
  /** The client wants server-sent events. */
  stream: boolean;
}

export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
}

export interface ServerEvent {
  event?: string;
  data: unknown;
}

export interface Wire {
  /** A path (without query) that this format answers, with a fixed answer where no model is needed. */
  match(path: string): { fixed?: unknown } | undefined;
  read(body: unknown, path: string): ModelRequest;
  /** The whole reply as one JSON value. */
  whole(reply: Reply, body: unknown): unknown;
  /** The same reply as a stream. */
  events(reply: Reply, body: unknown): ServerEvent[];
  failure(status: number): unknown;
}

/** A small value that fits a schema: what title makers and classifiers want back. */
export const sampleOf = (schema: JsonSchema): unknown => {
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : (schema.type ?? 'object');
  if (type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, sampleOf(inner)]));
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  return type === 'number' || type === 'integer' ? 1 : 'sample';
};

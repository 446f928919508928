// Which dialect a file is written in, and what it says: all of it or nothing.

import type { AgentDefinition } from './definition.ts';
import { readGnistaFile } from './dialect-gnista.ts';
import { readVigieFile } from './dialect-vigie.ts';
import { readJsonSource } from './json-source.ts';
import { agentFileBytesMax, iconBytesMax } from './limits.ts';
import type { Mistake } from './mistake.ts';
import type { Source } from './source.ts';
import { readTomlSource } from './toml-source.ts';

export type Dialect = 'vigie' | 'gnista' | 'tma';

export interface AgentFileReading {
  /** Undefined when the text does not even tell that. */
  dialect: Dialect | undefined;
  /** Undefined when there is a single mistake. */
  definition: AgentDefinition | undefined;
  mistakes: Mistake[];
}

/**
 * Never throws.
 * @param file its name or path: the extension tells TOML from JSON
 * @param icons sizes in bytes of the SVG files beside it, by name
 */
export const readAgentFile = (file: string, written: string, icons: Readonly<Record<string, number>> = {}): AgentFileReading => {
  const bytes = byteLength(written);
  if (bytes > agentFileBytesMax) return unread(`is ${bytes} bytes long; at most ${agentFileBytesMax} are read`);
  const text = written.replace(/^\uFEFF/u, '');
  const isToml = file.toLowerCase().endsWith('.toml');
  const source = isToml ? readTomlSource(text) : readJsonSource(text);
  const has = (key: string): boolean =>
    typeof source.value === 'object' && source.value !== null && Object.hasOwn(source.value, key);
  if (source.value === undefined) return { dialect: undefined, definition: undefined, mistakes: source.mistakes };
  if (has('vigie')) return withIcon({ dialect: 'vigie', ...readVigieFile(source) }, source, icons);
  if (!isToml) return withIcon({ dialect: 'gnista', ...readGnistaFile(source) }, source, icons);
  if (has('min_engine_version')) return unread('is a tma manifest, which this version of Vigie does not read yet', 'tma');
  return unread('must begin with vigie = 1 (or with min_engine_version, if it is a tma manifest)');
};

const byteLength = (text: string): number =>
  text.length * 3 <= agentFileBytesMax ? text.length : new TextEncoder().encode(text).length;

const unread = (message: string, dialect?: Dialect): AgentFileReading => ({
  dialect,
  definition: undefined,
  mistakes: [{ line: 0, column: 0, key: '', message }],
});

/** An icon that is missing is only not shown; one that is too large is a mistake. */
const withIcon = (reading: AgentFileReading, source: Source, icons: Readonly<Record<string, number>>): AgentFileReading => {
  const icon = reading.definition?.icon;
  const size = icon === undefined || !Object.hasOwn(icons, icon) ? 0 : (icons[icon] ?? 0);
  if (size <= iconBytesMax) return reading;
  const message = `${icon} is ${size} bytes long; at most ${iconBytesMax} are shown`;
  return { ...reading, definition: undefined, mistakes: [{ ...source.positionOf(['icon'], 'value'), key: 'icon', message }] };
};

// Strict JSON with positions: no comments, no trailing commas, no key twice.

import type { Node, ParseError } from 'jsonc-parser';
import { findNodeAtLocation, parseTree, printParseErrorCode } from 'jsonc-parser';
import { surveyJson } from './json.ts';
import { agentFileDepthMax, mistakesMax } from './limits.ts';
import type { KeyPath, Mistake } from './mistake.ts';
import { positionAt, writeKeyPath } from './mistake.ts';
import type { Source } from './source.ts';

/** Never throws. The tree with its positions is only made when there is a mistake. */
export const readJsonSource = (text: string): Source => {
  const shape = surveyJson(text);
  if (shape.depth > agentFileDepthMax)
    return broken([{ line: 1, column: 1, key: '', message: `is nested deeper than ${agentFileDepthMax} levels` }]);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return broken(syntaxMistakes(text));
  }
  let tree: Node | undefined;
  const root = (): Node | undefined => (tree ??= parseTree(text));
  return {
    value,
    mistakes: shape.twice
      ? repeatedKeys(root(), [])
          .slice(0, mistakesMax)
          .map(({ node, path }) => at(text, node.offset, 'stands twice', path))
      : [],
    positionOf(path, part) {
      for (let length = path.length; length >= 0; length--) {
        const whole = root();
        const node = whole && findNodeAtLocation(whole, path.slice(0, length));
        if (!node) continue;
        const key = part === 'key' && node.parent?.type === 'property' ? node.parent : node;
        return positionAt(text, key.offset);
      }
      return { line: 1, column: 1 };
    },
  };
};

const at = (text: string, offset: number, message: string, path: KeyPath = []): Mistake => ({
  ...positionAt(text, offset),
  key: writeKeyPath(path),
  message,
});

const syntaxMistakes = (text: string): Mistake[] => {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const mistakes = errors
    .slice(0, mistakesMax)
    .map(({ error, offset }) => at(text, offset, sayings[printParseErrorCode(error)] ?? 'this is no JSON'));
  return mistakes.length > 0 ? mistakes : [at(text, 0, 'this is no JSON')];
};

const broken = (mistakes: Mistake[]): Source => ({ value: undefined, mistakes, positionOf: () => ({ line: 1, column: 1 }) });

const sayings: Readonly<Record<string, string>> = {
  CommaExpected: 'a comma is missing here',
  ColonExpected: 'a colon is missing here',
  PropertyNameExpected: 'a key in double quotes must stand here; JSON takes no trailing comma',
  ValueExpected: 'a value must stand here; JSON takes no trailing comma',
  CloseBraceExpected: 'a } is missing here',
  CloseBracketExpected: 'a ] is missing here',
  EndOfFileExpected: 'the file should end here: it may hold one object only',
  InvalidSymbol: 'this is no JSON: texts need double quotes',
  InvalidNumberFormat: 'this is no number',
  InvalidCommentToken: 'JSON takes no comments',
  UnexpectedEndOfComment: 'JSON takes no comments',
  UnexpectedEndOfString: 'this text lacks its closing double quote',
  InvalidCharacter: 'a control character must be written as \\u00XX here',
  InvalidEscapeCharacter: 'JSON knows no such escape: a backslash is written \\\\',
  InvalidUnicode: 'JSON writes characters as \\u and four hexadecimal digits',
};

const repeatedKeys = (node: Node | undefined, path: KeyPath): { node: Node; path: KeyPath }[] => {
  const found: { node: Node; path: KeyPath }[] = [];
  const seen = new Set<string>();
  for (const [index, child] of (node?.children ?? []).entries()) {
    if (node?.type !== 'object') {
      found.push(...repeatedKeys(child, [...path, index]));
      continue;
    }
    const [key, value] = child.children ?? [];
    const name = String(key?.value);
    if (seen.has(name)) found.push({ node: child, path: [...path, name] });
    seen.add(name);
    if (value) found.push(...repeatedKeys(value, [...path, name]));
  }
  return found;
};

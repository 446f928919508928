// Jump rules: a URL with markers that brings a session's window to the front where nothing surer can.

export const jumpMarkers = ['session', 'cwd', 'agent', 'host', 'tmux_pane', 'tty', 'pid', 'title', 'transcript'] as const;
type JumpMarker = (typeof jumpMarkers)[number];
export type JumpValues = Readonly<Partial<Record<JumpMarker, string>>>;

const bytesMax = 2 * 1024;

/** Schemes whose URLs open files or run code. */
const refused = new Set(
  (
    'about applescript blob chrome data file filesystem ftp help jar javascript livescript mhtml mocha ms-msdt ms-officecmd ' +
    'ms-search nfs res resource search search-ms shell smb vbscript vbs view-source'
  ).split(' '),
);

const marker = /\{(?<name>[^{}]*)\}/gu;
const isMarker = (name: string): name is JumpMarker => (jumpMarkers as readonly string[]).includes(name);

/** What is wrong with a rule's URL, in words; undefined when it is sound. */
export const jumpMistake = (url: string): string | undefined => {
  if (url.length > bytesMax || new TextEncoder().encode(url).length > bytesMax) return 'is longer than 2 KiB';
  if (/^\s/u.test(url)) return 'begins with a blank';
  if (/[\u0000-\u001f\u007f-\u009f]/u.test(url)) return 'holds a control character';
  if (url.includes('\\')) return 'holds a backslash';
  const scheme = /^[^:/?#]*:/u.exec(url)?.[0].slice(0, -1);
  if (scheme === undefined) return 'is no URL: it needs a scheme, as in "myeditor://open?folder={cwd}"';
  if (/[{}]/u.test(scheme)) return 'has a marker in its scheme';
  if (refused.has(scheme.toLowerCase())) return `may not open "${scheme.toLowerCase()}:" addresses: they open files or run code`;
  for (const found of url.matchAll(marker)) {
    const name = found.groups?.name ?? '';
    if (!isMarker(name))
      return `has a marker that there is not: {${name}}. There are: ${jumpMarkers.map((known) => `{${known}}`).join(' ')}`;
  }
  if (/[{}]/u.test(url.replace(marker, ''))) return 'has a brace that belongs to no marker';
  if (!URL.canParse(url.replace(marker, 'a'))) return 'is no URL';
  const mayNameHost = /^[^:]*:\/*[^/?#]*\{/u.test(url);
  const [a, b] = mayNameHost ? ['a', 'b'].map((value) => shapeOf(url.replace(marker, value))) : [];
  return a?.host === b?.host ? undefined : 'has a marker in its host';
};

/**
 * The address to open; undefined when a marker has no value, or a value would change the address's shape although it is
 * percent-encoded whole (a folder named `..` fills a path segment and takes the one before away).
 * @param rule a URL that `jumpMistake` finds sound
 */
export const jumpUrl = (rule: string, values: JumpValues): string | undefined => {
  if (jumpMistake(rule) !== undefined) return undefined;
  let complete = true;
  const url = rule.replace(marker, (_, name: JumpMarker) => {
    const value = values[name] ?? '';
    complete &&= value !== '';
    return encodeURIComponent(value.toWellFormed());
  });
  const [meant, made] = [shapeOf(rule.replace(marker, 'a')), shapeOf(url)];
  if (!complete || !meant || !made) return undefined;
  const same =
    meant.scheme === made.scheme &&
    meant.host === made.host &&
    meant.steps === made.steps &&
    meant.parameters === made.parameters;
  return same ? url : undefined;
};

const shapeOf = (text: string): { scheme: string; host: string; steps: string; parameters: number } | undefined => {
  const url = URL.parse(text);
  if (!url) return undefined;
  return {
    scheme: url.protocol,
    host: `${url.username}:${url.password}@${url.host}`,
    steps: url.pathname.replace(/[^/]+/gu, 'x'),
    parameters: url.searchParams.size,
  };
};

// What a test must know of an agent to run it; one file per agent stands beside this one.

export interface AgentUnderTest {
  /** Canonical id. */
  id: string;
  /** The package in `clis/` that holds the program, and the program's path inside it. */
  package: string;
  program: string;
  /** Variables that point it at the stand-in model server. */
  env(modelUrl: string): Record<string, string>;
  /** Writes what it must find in its home so that it starts without questions. */
  configure(home: string, project: string): void;
  /** Where its hooks belong, relative to its home: a file that it has no other use for here. */
  hooksFile: string;
  /** Arguments for its terminal interface. */
  terminalArgs: readonly string[];
  /** Arguments for one prompt without a terminal. */
  printArgs(prompt: string): readonly string[];
}

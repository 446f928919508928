// Bounds on what is read. What is larger is refused, with both numbers.

/** Bytes of an agent file. */
export const agentFileBytesMax = 1_048_576;
/** Levels of nesting in an agent file. */
export const agentFileDepthMax = 64;
/** Mistakes of each kind that are told of one agent file: finding the place of each takes a walk through the file. */
export const mistakesMax = 100;
/** Bytes of an agent's icon. */
export const iconBytesMax = 64 * 1024;
/** Bytes of the object that `hook custom` takes. */
export const customBytesMax = 1_048_576;
/** Bytes of a hook's payload: agents put whole files into them, but not this much. */
export const payloadBytesMax = 64 * 1024 * 1024;

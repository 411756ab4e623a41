/** A failure that one sentence explains; nothing else is printed. */
export class SetupError extends Error {}

/** A failure explained by its message alone; no stack trace is printed. */
export class SetupError extends Error {}

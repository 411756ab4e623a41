/** Whether a value is in a list; narrows its type. */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.some((each) => each === value)

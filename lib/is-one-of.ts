export const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.some((each) => each === value)

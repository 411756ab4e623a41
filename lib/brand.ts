/** Brands a text that the caller created or validated. No other string is assignable to the branded type. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says of which kind the key is
export const brand = <Key extends string>(text: string): Key => text as Key

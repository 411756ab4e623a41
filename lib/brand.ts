/** A key, made or checked by the caller, as the type of its kind: such a type is a string that no other string stands in for. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says of which kind the key is
export const brand = <Key extends string>(text: string): Key => text as Key

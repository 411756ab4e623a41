/** The attributes of a form's field: its name is also its id, to which a listed error leads. */
export const fieldOf = <Name extends string>(
  name: Name,
  errors: { readonly [name in Name]?: string } | undefined,
  defaultValue?: string,
) => ({ id: name, name, error: errors?.[name], defaultValue })

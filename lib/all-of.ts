/** All that is asked for at once, by name: what `Promise.all` is to a list. Rejects as soon as one does. */
export async function allOf<T extends object>(asked: T): Promise<{ [Name in keyof T]: Awaited<T[Name]> }> {
  const got = await Promise.all(Object.entries(asked).map(async ([name, one]) => [name, await one] as const))
  return Object.fromEntries(got) as { [Name in keyof T]: Awaited<T[Name]> }
}

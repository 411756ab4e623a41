/** Awaits an object of promises by name, as `Promise.all` does for a list. Rejects with the first rejection. */
export async function awaitProperties<T extends object>(asked: T): Promise<{ [Name in keyof T]: Awaited<T[Name]> }> {
  const got = await Promise.all(Object.entries(asked).map(async ([name, one]) => [name, await one] as const))
  return Object.fromEntries(got) as { [Name in keyof T]: Awaited<T[Name]> }
}

/** The parameters that an address gives more than once: each has one value, and none says which is meant. */
export function repeatedNames({ searchParams }: URL): string[] {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const name of searchParams.keys()) (seen.has(name) ? repeated : seen).add(name)
  return [...repeated]
}

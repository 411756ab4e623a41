/** Query parameters given more than once. Each allows one value, so repetitions are ambiguous. */
export function repeatedNames({ searchParams }: URL): string[] {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const name of searchParams.keys()) (seen.has(name) ? repeated : seen).add(name)
  return [...repeated]
}

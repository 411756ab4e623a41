/** Message keys that program text may use: string literals, and keys with the prefix of a template (`status.${status}`). */
export function usedKeys(keys: readonly string[], sources: readonly string[]): string[] {
  const literals = new Set<string>()
  const beginnings = new Set<string>()
  for (const source of sources) {
    for (const [, , literal = ''] of source.matchAll(/(["'`])([A-Za-z][\w.-]*)\1/g)) literals.add(literal)
    for (const [, beginning = ''] of source.matchAll(/`([A-Za-z][\w-]*\.[\w.-]*)\$\{/g)) beginnings.add(beginning)
  }
  return keys.filter((key) => literals.has(key) || [...beginnings].some((beginning) => key.startsWith(beginning)))
}

export function timeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}

const known = new Set(timeZones())

/**
 * The name in `timeZones` of a browser's zone; null if there is none. Browsers use different names (`Asia/Kolkata`,
 * `Asia/Calcutta`), and the result is a cache key, so only known names are returned.
 */
export function knownTimeZone(name: string | null): string | null {
  if (name === null || known.has(name)) return name
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return known.has(timeZone) ? timeZone : null
  } catch {
    return null
  }
}

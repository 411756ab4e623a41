/** The time zones that a member can choose, as this Node knows them. */
export function timeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}

const known = new Set(timeZones())

/**
 * A browser's zone by the name that it has in `timeZones`, null for none of them. Browsers disagree on what some are called
 * (`Asia/Kolkata`, `Asia/Calcutta`), and anybody can send anything: only these few names reach the formats that are kept.
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

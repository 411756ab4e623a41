import { z } from 'zod'
import { locales } from '#texts/texts.ts'

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

/** A form's empty choice is "as the browser has it". */
function choice<T extends z.ZodType<string>>(schema: T) {
  return z.union([z.literal('').transform(() => null), schema])
}

/** The preferences form. Fields that are missing keep nothing: each falls back to the browser's. */
export const preferencesSchema = z.object({
  locale: choice(z.enum(locales)).default(null),
  timeZone: choice(z.string().refine((zone) => timeZones().includes(zone))).default(null),
  density: choice(z.enum(['comfortable', 'compact'])).default(null),
  theme: choice(z.enum(['light', 'dark'])).default(null),
})

/** What a member chose; null follows the browser. */
export type Preferences = z.infer<typeof preferencesSchema>

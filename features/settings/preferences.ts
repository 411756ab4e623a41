import { z } from 'zod'
import { locales } from '#texts/texts.ts'

/** The time zones that a member can choose, as this Node knows them. */
export function timeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}

/** A form's empty choice is "as the browser, or the shop, has it". */
function choice<T extends z.ZodType<string>>(schema: T) {
  return z.union([z.literal('').transform(() => null), schema])
}

/** The preferences form. Fields that are missing keep nothing: each falls back to the browser's or the shop's. */
export const preferencesSchema = z.object({
  locale: choice(z.enum(locales)).default(null),
  timeZone: choice(z.string().refine((zone) => timeZones().includes(zone))).default(null),
  density: choice(z.enum(['comfortable', 'compact'])).default(null),
  theme: choice(z.enum(['light', 'dark'])).default(null),
})

/** What a member chose; null follows the browser, or the shop for the zone. */
export type Preferences = z.infer<typeof preferencesSchema>

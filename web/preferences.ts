import type { TextKey } from '#texts/texts.ts'

/**
 * Member preferences with their values and texts. To add one: an entry here, a line in `preferencesFrom`, and the texts
 * `settings.<name>` and `settings.<name>.default`; form and storage follow.
 */
export const choices = {
  density: { comfortable: 'settings.density.comfortable', compact: 'settings.density.compact' },
  theme: { light: 'settings.theme.light', dark: 'settings.theme.dark' },
} as const satisfies Record<string, Record<string, TextKey>>

/** Names of `choices`, in form order. */
export const choiceNames = namesOf(choices)

/** A member's preferences; null follows the browser, or the seller for the time zone. */
export type Preferences = {
  locale: string | null
  timeZone: string | null
  /** The overview's modules in the member's order, `-` before a hidden one: `todos,-sales`. */
  overview: string | null
  /** Pinned pages and their names, encoded like a query. */
  pins: string | null
  /** First steps of the shop that the member left out: `bank,sale`. */
  leftOut: string | null
} & { [Name in keyof typeof choices]: keyof (typeof choices)[Name] | null }

/** Parses stored or typed preferences; missing and unknown values become null. */
export const preferencesFrom = (values: Readonly<Record<string, unknown>>): Preferences => ({
  locale: word(values.locale),
  timeZone: word(values.timeZone),
  overview: word(values.overview),
  pins: word(values.pins),
  leftOut: word(values.leftOut),
  density: oneOf(choices.density, values.density),
  theme: oneOf(choices.theme, values.theme),
})

const word = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

const oneOf = <Choice extends string>(among: Readonly<Record<Choice, TextKey>>, value: unknown) =>
  namesOf(among).find((choice) => choice === value) ?? null

function namesOf<Name extends string>(named: Readonly<Record<Name, unknown>>): Name[] {
  const names: Name[] = []
  for (const name in named) names.push(name)
  return names
}

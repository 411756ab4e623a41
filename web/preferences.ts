import type { TextKey } from '#texts/texts.ts'

/**
 * What a member chooses among a few values, each with its text. A new preference is an entry here, a line in `preferencesFrom` and
 * its texts, `settings.<name>` and `settings.<name>.default` among them: form and storage follow from it.
 */
export const choices = {
  density: { comfortable: 'settings.density.comfortable', compact: 'settings.density.compact' },
  theme: { light: 'settings.theme.light', dark: 'settings.theme.dark' },
} as const satisfies Record<string, Record<string, TextKey>>

/** The names of `choices`, in the order of the form. */
export const choiceNames = namesOf(choices)

/** What a member chose; null follows the browser, or the seller for the zone. */
export type Preferences = {
  locale: string | null
  timeZone: string | null
} & { [Name in keyof typeof choices]: keyof (typeof choices)[Name] | null }

/** Preferences as they were stored or typed; what is missing, empty or no choice of this version is null. */
export const preferencesFrom = (values: Readonly<Record<string, unknown>>): Preferences => ({
  locale: word(values.locale),
  timeZone: word(values.timeZone),
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

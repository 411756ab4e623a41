import { setupI18n, type Messages } from '@lingui/core'
import { currencyDecimals, type MoneySum, toDecimal } from '#lib/money.ts'
import type { Grouping } from '#lib/read-amount.ts'
import type { messages as english } from './en.ts'

/** Every text has one of these keys; each locale has a text for each. */
export type TextKey = keyof typeof english
/** Values for the places of an ICU message. */
export type TextValues = Record<string, string | number>

/** The locales a member can choose. */
export const locales = ['en', 'de'] as const
export type Locale = (typeof locales)[number]
/** Shows every text accented and bracketed: what stays plain on a page has escaped the catalogue. */
export const pseudoLocale = 'en-XA'

/** How a moment is written: `dateTime` "20 Nov, 09:12", `date` "20 Nov 2026", `day` "Fri 20 Nov", `time` "09:12", `weekTime` "Fri 09:12", `long` "Friday 20 November 2026". */
export type MomentStyle = 'dateTime' | 'date' | 'day' | 'time' | 'weekTime' | 'long' | 'full' | 'month'

/** Texts, numbers, money and times for one reader: their locale and the zone their shop works in. */
export interface Texts {
  locale: string
  timeZone: string
  t: (key: TextKey, values?: TextValues) => string
  number: (value: number) => string
  /** A ratio as percent: 0.971 is "97.1 %". */
  percent: (ratio: number, decimals?: number) => string
  money: (amount: MoneySum) => string
  /** Whole units only, for large figures: "£22,406". */
  moneyRounded: (amount: MoneySum) => string
  /** A plain decimal as this reader types it into a field: "8.95" is "8,95" in German. Fields read either (`lib/read-amount.ts`). */
  typed: (decimal: string) => string
  /** The mark by which this reader groups thousands (`lib/read-amount.ts`). */
  grouping: Grouping
  moment: (at: Date, style: MomentStyle) => string
  /** Name of the zone for people: "London (GMT)". */
  zoneName: (at: Date) => string
  country: (code: string) => string
  list: (items: string[]) => string
}

const momentStyles: Record<MomentStyle, Intl.DateTimeFormatOptions> = {
  dateTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  weekTime: { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  full: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  },
  month: { month: 'long', year: 'numeric' },
}

/** The locale Intl formats by: English is written as in Britain, the pseudo-locale as English. */
function formatLocale(locale: string): string {
  return locale === 'de' ? 'de-DE' : 'en-GB'
}

/** How many texts that numbers and words choose are kept, for each language and zone. */
const mostChosen = 1000

/** A value as programs name them, a unit or a role: few, and told apart by the spaces around. What people wrote is seldom said twice. */
const isWord = /^\w{1,20}$/

/** Display names in the shape of the other formats, so that all are kept alike. */
function formatOf(names: Intl.DisplayNames): { format(code: string): string } {
  return { format: (code) => names.of(code) ?? code }
}

/** Builds the reader's texts from compiled messages (`compile.ts`, or a locale's chunk in the browser). */
export function createTexts({
  locale,
  timeZone,
  messages,
}: {
  locale: string
  timeZone: string
  messages: Messages
}): Texts {
  const i18n = setupI18n({
    locale: locale === pseudoLocale ? 'en' : locale,
    messages: { [locale === pseudoLocale ? 'en' : locale]: messages },
  })
  const region = formatLocale(locale)
  const formats = new Map<string, { format(value: never): string }>()
  const cached = <T extends { format(value: never): string }>(key: string, make: () => T): T => {
    let format = formats.get(key) as T | undefined
    if (!format) formats.set(key, (format = make()))
    return format
  }
  // A page of a list says some 300 texts without a value, of few kinds.
  const plain = new Map<TextKey, string>()
  // What depends on a number or a word is said of few: rows of a list say "3 orders", "21 days" again and again.
  const byChoice = new Map<string, string>()
  const chosen = (key: TextKey, values: TextValues): string => {
    let known: string = key
    for (const name in values) {
      const value = values[name]
      if (typeof value === 'string' && !isWord.test(value)) return i18n._(key, values)
      known += ` ${name} ${typeof value} ${value}`
    }
    let text = byChoice.get(known)
    if (text === undefined) {
      text = i18n._(key, values)
      if (byChoice.size >= mostChosen) byChoice.clear()
      if (text !== key) byChoice.set(known, text)
    }
    return text
  }
  // Naming a country costs a thousand times more than looking it up.
  const countries = new Map<string, string>()
  // What is usual where a currency is spent is fewer decimals than it has: amounts would be rounded (1,234.50 forints to 1,235).
  const moneyFormat = (currency: string, digits = currencyDecimals(currency)) =>
    cached(
      `money ${currency} ${digits}`,
      () =>
        new Intl.NumberFormat(region, {
          style: 'currency',
          currency,
          currencyDisplay: 'symbol',
          maximumFractionDigits: digits,
          minimumFractionDigits: digits,
        }),
    )
  return {
    locale,
    timeZone,
    t: (key, values) => {
      if (values) return fillPlaces(messages[key], values) ?? chosen(key, values)
      const kept = plain.get(key)
      if (kept !== undefined) return kept
      const text = i18n._(key)
      // In the browser some texts come late: until then a key stands for its text.
      if (text !== key) plain.set(key, text)
      return text
    },
    number: (value) => cached('number', () => new Intl.NumberFormat(region)).format(value),
    percent: (ratio, decimals = 1) =>
      cached(
        `percent ${decimals}`,
        () => new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: decimals }),
      ).format(ratio),
    // A decimal string is formatted exactly, which the types do not know.
    money: (amount) => moneyFormat(amount.currency).format(toDecimal(amount) as unknown as number),
    // As above.
    moneyRounded: (amount) => moneyFormat(amount.currency, 0).format(toDecimal(amount) as unknown as number),
    typed: (decimal) => (locale === 'de' ? decimal.replace('.', ',') : decimal),
    grouping: locale === 'de' ? '.' : ',',
    moment: (at, style) =>
      cached(style, () => new Intl.DateTimeFormat(region, { ...momentStyles[style], timeZone })).format(at),
    zoneName: (at) => {
      const city = (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')
      const parts = cached(
        'zone',
        () => new Intl.DateTimeFormat(region, { timeZone, timeZoneName: 'short' }),
      ).formatToParts(at)
      const short = parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
      return city === short ? city : `${city} (${short})`
    },
    country: (code) => {
      let name = countries.get(code)
      if (name === undefined) {
        const names = cached('country', () =>
          formatOf(new Intl.DisplayNames([region], { type: 'region', fallback: 'code' })),
        )
        countries.set(code, (name = names.format(code)))
      }
      return locale === pseudoLocale ? `⟦${name}⟧` : name
    },
    list: (items) => cached('list', () => new Intl.ListFormat(region, { type: 'conjunction' })).format(items),
  }
}

/** A compiled message of words and plain places, filled; null for all others: plurals, choices, escaped characters. */
function fillPlaces(message: unknown, values: TextValues): string | null {
  if (!Array.isArray(message)) return null
  let text = ''
  for (const token of message as readonly (string | readonly [name: string, ...format: unknown[]])[]) {
    if (typeof token === 'string') text += token
    else if (token.length === 1) text += values[token[0]] ?? ''
    else return null
  }
  return text.includes('\\') ? null : text
}

/** The best of our locales for an Accept-Language header; English where none fits. */
export function negotiateLocale(acceptLanguage: string | null, fallback: Locale = 'en'): Locale {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', quality] = entry.trim().split(';q=')
      return { tag: tag.toLowerCase().split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter((entry) => entry.quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  for (const { tag } of wanted) {
    const match = locales.find((locale) => locale === tag)
    if (match) return match
  }
  return fallback
}

import { setupI18n, type Messages } from '@lingui/core'
import { currencyDecimals, type MoneySum } from '#lib/money.ts'
import type { Grouping } from '#lib/read-amount.ts'
import { formatExactly } from '#lib/format-money.ts'
import type * as english from './en.ts'

type Areas = typeof english
export type TextKey = { [Area in keyof Areas]: keyof Areas[Area] }[keyof Areas]
export type TextValues = Record<string, string | number>

export const locales = ['en', 'de'] as const
export type Locale = (typeof locales)[number]
/** Shows every text with accents and brackets: plain text on a page is missing from the catalogue. */
export const pseudoLocale = 'en-XA'

/**
 * Date and time styles: `dateTime` "20 Nov, 09:12", `date` "20 Nov 2026", `day` "Fri 20 Nov", `time` "09:12",
 * `weekTime` "Fri 09:12", `long` "Friday 20 November 2026".
 */
export type MomentStyle = 'dateTime' | 'date' | 'day' | 'time' | 'weekTime' | 'long' | 'full' | 'month'

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
  /** A decimal as the reader types it: "8.95" is "8,95" in German. Fields accept either (`lib/read-amount.ts`). */
  typed: (decimal: string) => string
  /** The reader's thousands separator (`lib/read-amount.ts`). */
  grouping: Grouping
  moment: (at: Date, style: MomentStyle) => string
  /** Readable name of the zone: "London (GMT)". */
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

/** The locale for Intl: British English for `en` and the pseudo-locale. */
function formatLocale(locale: string): string {
  return locale === 'de' ? 'de-DE' : 'en-GB'
}

/** Cache size for texts with values, per locale and zone. */
const mostChosen = 1000

/** A short value such as a unit or role, worth caching; free text rarely repeats. */
const isWord = /^\w{1,20}$/

/** Adapts display names to the interface of the other formats, for the cache. */
function formatOf(names: Intl.DisplayNames): { format(code: string): string } {
  return { format: (code) => names.of(code) ?? code }
}

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
  // A list page renders some 300 texts without values, of few kinds.
  const plain = new Map<TextKey, string>()
  // Texts that depend on a number or word repeat in lists: "3 orders", "21 days".
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
  // Naming a country takes a thousand times longer than a cache lookup.
  const countries = new Map<string, string>()
  // Set explicitly: default decimals can be fewer and would round amounts (1,234.50 forints to 1,235).
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
      // Lazy areas may not be loaded yet; do not cache a key that stands for its text.
      if (text !== key) plain.set(key, text)
      return text
    },
    number: (value) => withMinus(cached('number', () => new Intl.NumberFormat(region)).format(value)),
    percent: (ratio, decimals = 1) =>
      withMinus(
        cached(
          `percent ${decimals}`,
          () => new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: decimals }),
        ).format(ratio),
      ),
    money: (amount) => withMinus(formatExactly(moneyFormat(amount.currency), amount)),
    moneyRounded: (amount) => withMinus(formatExactly(moneyFormat(amount.currency, 0), amount)),
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

/** A minus sign in place of the hyphen that some locales have. */
const withMinus = (text: string) => text.replace('-', '−')

/** Fast path for messages with plain placeholders only; null for plurals, choices and escapes. */
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

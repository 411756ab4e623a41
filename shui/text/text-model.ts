import { safeUrl } from '#lib/url-safety.ts'

/** `NAV` is a link, `OPERATION` a button that calls `onAction(name)`. `tracking` is reported unchanged. */
export type TextAction =
  | { type: 'NAV'; URL: string; newWindow?: boolean; name?: string; tracking?: unknown }
  | { type: 'OPERATION'; name: string; tracking?: unknown }

export interface TextSpan {
  text: string
  /** `TextStyle` names; unknown ones are ignored. */
  styles?: readonly string[] | null
  action?: TextAction | null
  accessibilityText?: string | null
}

/** The specification's text display model. A non-empty `textSpans` takes precedence over `text`. */
export interface TextModel {
  text?: string | null
  textSpans?: readonly TextSpan[] | null
  styles?: readonly string[] | null
  action?: TextAction | null
  /** Formatted if there is no text. `value` in whole units of `currency` (12.5 is £12.50). */
  value?: { value: number | string; currency?: string } | null
  /** Read instead of the visible text. */
  accessibilityText?: string | null
}

/** Type of labels, headings and paragraphs in view models. */
export type TextInput = string | TextModel

/** A link's URL if it is safe, else null. */
export function navUrl(action: TextAction | null | undefined): string | null {
  return action?.type === 'NAV' ? safeUrl(action.URL) : null
}

export function textUrl(text: TextInput | null | undefined): string | null {
  return typeof text === 'object' && text !== null ? navUrl(text.action) : null
}

export function plainText(text: TextInput | null | undefined, locale: string): string {
  if (text === null || text === undefined) return ''
  if (typeof text === 'string') return text
  if (text.textSpans && text.textSpans.length > 0) return text.textSpans.map((span) => span.text).join('')
  if (text.text) return text.text
  return text.value ? formatValue(text.value, locale) : ''
}

export function spokenText(text: TextInput | null | undefined, locale: string): string {
  if (typeof text !== 'object' || text === null) return text ?? ''
  return text.accessibilityText || spokenSpans(text) || plainText(text, locale)
}

/** Whether there is visible text; spaces alone do not count. */
export function hasText(text: TextInput | null | undefined): text is TextInput {
  return plainText(text, 'en').trim() !== ''
}

/** An invalid amount renders nothing, never 0. */
function formatValue({ value, currency }: NonNullable<TextModel['value']>, locale: string): string {
  const given: unknown = value
  if (typeof given === 'string' ? given.trim() === '' : !Number.isFinite(given)) return ''
  const amount = Number(value)
  if (Number.isNaN(amount)) return String(value)
  try {
    // Default decimals can be fewer and would round: 1,234.50 forints to 1,235.
    const maximumFractionDigits = 3
    const options = currency ? ({ style: 'currency', currency, maximumFractionDigits } as const) : {}
    return new Intl.NumberFormat(locale, options).format(amount)
  } catch {
    return [amount, currency].join(' ')
  }
}

/** Accessible name of a link or button: contains the visible text (WCAG 2.5.3), then the spoken text. */
export function accessibleName(visible: string, spoken: string): string {
  return spoken.toLowerCase().includes(visible.toLowerCase()) ? spoken : `${visible}, ${spoken}`
}

/** The combined accessible text of the spans; null if equal to the visible one. */
export function spokenSpans({ textSpans }: TextModel): string | null {
  if (!textSpans?.some((span) => span.accessibilityText)) return null
  return textSpans.map((span) => span.accessibilityText || span.text).join('')
}

import { safeUrl } from '#lib/url-safety.ts'

/** `NAV` is a link, `OPERATION` a button that calls `onAction(name)`. `tracking` is passed on untouched when it fires. */
export type TextAction =
  | { type: 'NAV'; URL: string; newWindow?: boolean; name?: string; tracking?: unknown }
  | { type: 'OPERATION'; name: string; tracking?: unknown }

export interface TextSpan {
  text: string
  /** An array of `TextStyle` names; the set is open, unknown ones are ignored. */
  styles?: readonly string[] | null
  action?: TextAction | null
  accessibilityText?: string | null
}

/** The specification's text display model. A non-empty `textSpans` wins over `text`. */
export interface TextModel {
  text?: string | null
  textSpans?: readonly TextSpan[] | null
  styles?: readonly string[] | null
  action?: TextAction | null
  /** Formatted only where there is no text. `value` in whole units of `currency` (12.5 is £12.50). */
  value?: { value: number | string; currency?: string } | null
  /** Read instead of the visible text. */
  accessibilityText?: string | null
}

/** What every label, heading and paragraph of a view model may be. */
export type TextInput = string | TextModel

/** A link's URL if it may be followed, else null. */
export function navUrl(action: TextAction | null | undefined): string | null {
  return action?.type === 'NAV' ? safeUrl(action.URL) : null
}

/** The URL of a text's own action, or null: what makes a navigation item a link. */
export function textUrl(text: TextInput | null | undefined): string | null {
  return typeof text === 'object' && text !== null ? navUrl(text.action) : null
}

/** The visible words of a text, without styles. */
export function plainText(text: TextInput | null | undefined, locale: string): string {
  if (text === null || text === undefined) return ''
  if (typeof text === 'string') return text
  if (text.textSpans && text.textSpans.length > 0) return text.textSpans.map((span) => span.text).join('')
  if (text.text) return text.text
  return text.value ? formatValue(text.value, locale) : ''
}

/** What a text is read as: a name, where the text itself is not to be seen. */
export function spokenText(text: TextInput | null | undefined, locale: string): string {
  if (typeof text !== 'object' || text === null) return text ?? ''
  return text.accessibilityText || spokenSpans(text) || plainText(text, locale)
}

/** Whether there is anything to show: of spaces alone nobody sees anything. */
export function hasText(text: TextInput | null | undefined): text is TextInput {
  return plainText(text, 'en').trim() !== ''
}

/** No amount, as a model from elsewhere may have it, is nothing to show, and never an amount of 0. */
function formatValue({ value, currency }: NonNullable<TextModel['value']>, locale: string): string {
  const given: unknown = value
  if (typeof given === 'string' ? given.trim() === '' : !Number.isFinite(given)) return ''
  const amount = Number(value)
  if (Number.isNaN(amount)) return String(value)
  try {
    // Fewer is usual where some currencies are spent: 1,234.50 forints would be 1,235.
    const maximumFractionDigits = 3
    const options = currency ? ({ style: 'currency', currency, maximumFractionDigits } as const) : {}
    return new Intl.NumberFormat(locale, options).format(amount)
  } catch {
    return [amount, currency].join(' ')
  }
}

/** The name of a link or button: always contains what is visible (WCAG 2.5.3), then what is only read. */
export function accessibleName(visible: string, spoken: string): string {
  return spoken.toLowerCase().includes(visible.toLowerCase()) ? spoken : `${visible}, ${spoken}`
}

/** What the spans of a text are read as, together; null where they are read as they are written. */
export function spokenSpans({ textSpans }: TextModel): string | null {
  if (!textSpans?.some((span) => span.accessibilityText)) return null
  return textSpans.map((span) => span.accessibilityText || span.text).join('')
}

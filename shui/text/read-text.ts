import { nestStyles } from '#lib/text-style.ts'
import { isNumber, isObject, isString, listOf, optional, shape, type Is } from '../model-shape.ts'
import type { TextAction, TextInput, TextModel, TextSpan } from './text-model.ts'

const isStyles: Is = optional(Array.isArray)

const isNav = shape({ URL: isString })
const isOperation = shape({ name: isString })
const isAction: Is = (value) =>
  isObject(value) && (value['type'] === 'NAV' ? isNav(value) : value['type'] === 'OPERATION' && isOperation(value))

const isSpan = shape({
  text: isString,
  styles: isStyles,
  action: optional(isAction),
  accessibilityText: optional(isString),
})

const isTextModel = shape({
  text: optional(isString),
  textSpans: optional(listOf(isSpan)),
  styles: isStyles,
  action: optional(isAction),
  value: optional(
    shape({ value: (value) => isString(value) || typeof value === 'number', currency: optional(isString) }),
  ),
  accessibilityText: optional(isString),
})

export const isText = (value: unknown): value is TextInput => typeof value === 'string' || isTextModel(value)

/**
 * The valid parts of a text from any source, so that rendering cannot fail; null without any. Throws if its styles are
 * not an array.
 */
export function cleanText(value: unknown): TextModel | null {
  if (!isObject(value)) return isNumber(value) || isString(value) ? { text: String(value) } : null
  nestStyles(value['styles'])
  return {
    text: readString(value['text']),
    textSpans: asList(value['textSpans']).filter(isObject).map(cleanSpan),
    styles: value['styles'] as TextModel['styles'],
    action: readAction(value['action']),
    value: readAmount(value['value']),
    accessibilityText: readString(value['accessibilityText']),
  }
}

function cleanSpan(value: object): TextSpan {
  const { styles, action, accessibilityText, text } = cleanText({ ...value, textSpans: null, value: null }) ?? {}
  return { text: text ?? '', styles, action, accessibilityText }
}

function readAmount(amount: unknown): TextModel['value'] {
  if (!isObject(amount)) return null
  const value = readString(amount['value'])
  return value === null ? null : { value, currency: readString(amount['currency']) ?? undefined }
}

/** An action; one with only a name is an operation: "an action named cross acts as the close cross". */
export function readAction(value: unknown): TextAction | null {
  if (!isObject(value)) return null
  const action = { ...value, type: value['type'] ?? 'OPERATION' }
  return isAction(action) ? (action as TextAction) : null
}

const readString = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

/** Wraps a single value in a list; nothing becomes an empty list. */
export function asList(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

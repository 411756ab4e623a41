import type { MessageConfig } from '#lib/message-counters.ts'
import { nestStyles } from '#lib/text-style.ts'
import { hasText } from '../text/text-model.ts'
import type { TextAction, TextInput, TextModel, TextSpan } from '../text/text-model.ts'

export type Severity = 'alert' | 'success' | 'info'

/** A control as it is drawn: a text whose action is known. */
export type ReadControl = TextModel & { action: TextAction }

/** A message as it is drawn: what a view model says, with nothing left open. */
export interface ReadMessage {
  severity: Severity
  /** A modal dialog; with severity alert, an alert dialog. Of a dialog, `alert` is the severity wherever in the list it stands. */
  modal: boolean
  title: TextInput | null
  content: readonly TextInput[]
  /** The X, where there is one. */
  cross: ReadControl | null
  controls: readonly ReadControl[]
  config: MessageConfig
}

type Loose = Readonly<Record<string, unknown>>

const closingNames: ReadonlySet<string> = new Set(['cross', 'close', 'dismiss'])

/** Whether the control of this name closes its message. */
export function closes(name: string | undefined): boolean {
  return name !== undefined && closingNames.has(name)
}

/** Reads a view model from wherever it comes. Null where it is no message or has nothing to show; never throws. */
export function readMessage(model: unknown): ReadMessage | null {
  if (!isObject(model)) return null
  try {
    const title = readText(model['title'])
    const content = readContent(model)
    if (title === null && content.length === 0) return null
    const kinds = readKinds(model['type'] ?? model['messageType'])
    const modal = kinds.includes('dialog')
    const isAlert = modal && kinds.includes('alert')
    const severity = kinds.find((kind) => kind === 'alert' || kind === 'success' || kind === 'info') ?? 'info'
    const controls = list(model['controls'])
      .map(readControl)
      .filter((control) => control !== null)
    return {
      severity: isAlert ? 'alert' : severity,
      modal,
      title,
      content,
      cross: controls.find(({ action }) => action.name === 'cross') ?? null,
      controls: controls.filter(({ action }) => action.name !== 'cross'),
      config: isObject(model['config']) ? model['config'] : {},
    }
  } catch {
    return null
  }
}

/** The words of a type, in the order given: `['ALERT', 'dialog']`, `alertdialog` and `alert dialog` mean the same. */
function readKinds(type: unknown): string[] {
  return list(type)
    .filter((kind) => typeof kind === 'string')
    .flatMap((kind) => kind.toLowerCase().split(/[^a-z]+/))
    .flatMap((kind) => (kind === 'alertdialog' ? ['alert', 'dialog'] : [kind]))
}

function readContent(model: Loose): TextInput[] {
  const texts = (value: unknown) =>
    list(value)
      .map(readText)
      .filter((text) => text !== null)
  const content = texts(model['content'])
  return content.length > 0 ? content : texts(model['message'])
}

/** A text that can be drawn; null where there is nothing to read. Throws where its styles are no array. */
function readText(value: unknown): TextInput | null {
  if (typeof value === 'string') return hasText(value) ? value : null
  if (!isObject(value)) return null
  const text = cleanText(value)
  return hasText(text) ? text : null
}

/** A control without words is drawn where the kit has words for it: the X, and what closes like it. */
function readControl(value: unknown): ReadControl | null {
  if (!isObject(value)) return null
  const action = readAction(value['action']) ?? readAction(value)
  if (action === null) return null
  const text = cleanText(value)
  return hasText(text) || closes(action.name) ? { ...text, action } : null
}

/** Only what a text may have, so that drawing it cannot fail. */
function cleanText(value: Loose): TextModel {
  nestStyles(value['styles'])
  const amount = isObject(value['value']) ? value['value'] : null
  return {
    text: readString(value['text']),
    textSpans: list(value['textSpans']).filter(isObject).map(cleanSpan),
    styles: value['styles'] as TextModel['styles'],
    action: readAction(value['action']),
    value: amount && { value: amount['value'] as number, currency: readString(amount['currency']) ?? undefined },
    accessibilityText: readString(value['accessibilityText']),
  }
}

function cleanSpan(value: Loose): TextSpan {
  const { styles, action, accessibilityText, text } = cleanText({ ...value, textSpans: null })
  return { text: text ?? '', styles, action, accessibilityText }
}

/** What has only a name is an operation: "an action named cross acts as the close cross". */
function readAction(value: unknown): TextAction | null {
  if (!isObject(value)) return null
  const type = value['type'] ?? (typeof value['name'] === 'string' ? 'OPERATION' : null)
  return type === 'NAV' || type === 'OPERATION' ? ({ ...value, type } as TextAction) : null
}

const readString = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list as it is, a single thing as a list of one, nothing as none. */
function list(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value : [value]
}

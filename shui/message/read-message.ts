import type { MessageConfig } from '#lib/message-counters.ts'
import { isObject } from '../model-shape.ts'
import { asList, cleanText, readAction } from '../text/read-text.ts'
import { hasText, type TextAction, type TextInput, type TextModel } from '../text/text-model.ts'

export type Severity = 'alert' | 'success' | 'info'

export type ReadControl = TextModel & { action: TextAction }

export interface ReadMessage {
  severity: Severity
  /** A modal dialog; an alert dialog with severity alert. `alert` anywhere in the type is the severity. */
  modal: boolean
  title: TextInput | null
  content: readonly TextInput[]
  cross: ReadControl | null
  controls: readonly ReadControl[]
  config: MessageConfig
}

type Loose = Readonly<Record<string, unknown>>

const closingNames: ReadonlySet<string> = new Set(['cross', 'close', 'dismiss'])

export function closes(name: string | undefined): boolean {
  return name !== undefined && closingNames.has(name)
}

/** Normalises a view model from any source. Null if it is invalid or empty; never throws. */
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
    const controls = asList(model['controls'])
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

/** The words of a type in order: `['ALERT', 'dialog']`, `alertdialog` and `alert dialog` are equal. */
function readKinds(type: unknown): string[] {
  return asList(type)
    .filter((kind) => typeof kind === 'string')
    .flatMap((kind) => kind.toLowerCase().split(/[^a-z]+/))
    .flatMap((kind) => (kind === 'alertdialog' ? ['alert', 'dialog'] : [kind]))
}

function readContent(model: Loose): TextInput[] {
  const texts = (value: unknown) =>
    asList(value)
      .map(readText)
      .filter((text) => text !== null)
  const content = texts(model['content'])
  return content.length > 0 ? content : texts(model['message'])
}

/** A renderable text; null if empty. Throws if its styles are not an array. */
function readText(value: unknown): TextInput | null {
  if (typeof value === 'string') return hasText(value) ? value : null
  if (!isObject(value)) return null
  const text = cleanText(value)
  return hasText(text) ? text : null
}

/** A control without text is rendered only if the kit has a label: the X and closing ones. */
function readControl(value: unknown): ReadControl | null {
  if (!isObject(value)) return null
  const action = readAction(value['action']) ?? readAction(value)
  if (action === null) return null
  const text = cleanText(value) ?? {}
  return hasText(text) || closes(action.name) ? { ...text, action } : null
}

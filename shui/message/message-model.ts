import type { MessageConfig } from '#lib/message-counters.ts'
import type { TextAction, TextInput, TextModel } from '../text/text-model.ts'

/** A control of a message. `cross` is the X; `cross`, `close` and `dismiss` close it and need no text. */
export type MessageControl = TextModel | ((TextAction | NamedAction) & { text?: string; accessibilityText?: string })

/** Only a name: an `OPERATION`. */
interface NamedAction {
  type?: undefined
  name: string
  tracking?: unknown
}

/** The specification's message view model. */
export interface MessageModel {
  title?: TextInput | null
  /** `alert`, `success`, `info`, `dialog` or a list of these, case-insensitive. */
  type?: string | readonly string[] | null
  /** Used if `type` is missing. */
  messageType?: string | readonly string[] | null
  /** Paragraphs; takes precedence over `message`. */
  content?: readonly TextInput[] | null
  message?: TextInput | null
  controls?: readonly MessageControl[] | null
  config?: MessageConfig | null
}

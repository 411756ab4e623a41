import type { MessageConfig } from '#lib/message-counters.ts'
import type { TextAction, TextInput, TextModel } from '../text/text-model.ts'

/** Something to do about a message. The action named `cross` is the X; `cross`, `close` and `dismiss` close, and only they need no words. */
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
  /** `alert`, `success`, `info`, `dialog` or a list of these, in any case. */
  type?: string | readonly string[] | null
  /** Counts only where `type` is missing. */
  messageType?: string | readonly string[] | null
  /** Paragraphs; wins over `message`. */
  content?: readonly TextInput[] | null
  message?: TextInput | null
  controls?: readonly MessageControl[] | null
  config?: MessageConfig | null
}

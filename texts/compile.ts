import type { Messages } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'

/** Turns ICU messages into the form that the small runtime reads: on the server at first use, for the browser at build. */
export function compileMessages(messages: Record<string, string>): Messages {
  return Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, compileMessage(message)]))
}

import type { Messages } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'

/** Compiles ICU messages for the small runtime: on the server at first use, for the browser at build time. */
export function compileMessages(messages: Record<string, string>): Messages {
  return Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, compileMessage(message)]))
}

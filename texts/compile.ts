import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { placeFormats, type Messages } from './format-message.ts'

/**
 * Turns ICU messages into the form that `format-message.ts` reads: on the server at first use, for the browser at build.
 * Throws, naming the key, where a message uses what that does not write.
 */
export function compileMessages(messages: Record<string, string>): Messages {
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => {
      const compiled = compileMessageOrThrow(message)
      const strange = unknownFormat(compiled)
      if (strange !== undefined)
        throw new Error(`the text ${key}: {${strange}} is not written (texts/format-message.ts)`)
      return [key, compiled]
    }),
  )
}

/** The first place whose format is not written, as in ICU. */
function unknownFormat(message: CompiledMessage): string | undefined {
  for (const token of message) {
    if (typeof token === 'string') continue
    const [name, format, options] = token
    if (format === undefined) continue
    if (!placeFormats.some((known) => known === format)) return `${name}, ${format}`
    for (const [key, text] of Object.entries(options ?? {})) {
      if (!Array.isArray(text)) {
        if (text === undefined) continue
        return `${name}, ${format}, ${key}`
      }
      const strange = unknownFormat(text as CompiledMessage)
      if (strange !== undefined) return strange
    }
  }
  return undefined
}

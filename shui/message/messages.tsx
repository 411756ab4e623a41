import { useCallback, useMemo, useState } from 'react'
import { messageId } from '#lib/message-counters.ts'
import { useShui } from '../context.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { MessageModel } from './message-model.ts'
import type { MessageEvents } from './use-message.ts'
import { PlainMessage } from './plain-message.tsx'
import { readMessage, type ReadMessage } from './read-message.ts'

export type MessageProps = MessageEvents & {
  model: MessageModel | null | undefined
  /** Reserves space for a message known to show, so that the page does not shift. */
  reserve?: boolean
}

export type MessagesProps = MessageEvents & {
  /** Keep the list's identity between renders: an invalid model is reported once per list. */
  models: readonly (MessageModel | null | undefined)[]
  reserve?: boolean
}

const invalid = 'Invalid model for shui-messages'

/** One dismissible message or dialog. An invalid model is reported and not rendered. */
export function Message({ model, ...rest }: MessageProps) {
  const models = useMemo(() => [model], [model])
  return <Messages models={models} {...rest} />
}

/** A page's messages: plain ones inline, dialogs one at a time in model order. */
export function Messages({ models, reserve = false, ...events }: MessagesProps) {
  const { logError } = useShui()
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const messages = useMemo(
    () =>
      withKeys(
        (Array.isArray(models) ? models : [null]).flatMap((model: unknown) => {
          const message = readMessage(model)
          if (message === null) logError(invalid)
          return message ?? []
        }),
      ),
    [models, logError],
  )
  const [broken, setBroken] = useState(false)
  const open = broken ? undefined : messages.find(({ key, message }) => message.modal && !done.has(key))
  const code = useLoaded(
    loadDialog,
    open !== undefined,
    useCallback(() => setBroken(true), []),
  )
  return (
    <>
      {messages
        .filter(({ message }) => !message.modal)
        .map(({ key, message }) => (
          <PlainMessage key={key} {...{ message, reserve, events }} />
        ))}
      {open && code ? (
        <code.MessageDialog
          key={open.key}
          message={open.message}
          events={events}
          onDone={() => setDone((before) => new Set(before).add(open.key))}
        />
      ) : null}
    </>
  )
}

/** Loaded on demand, since few pages have a dialog. */
const loadDialog = () => import('./message-dialog.tsx')

/** Stable keys: by id, else by text, else by position among equals. */
function withKeys(messages: readonly ReadMessage[]): readonly { key: string; message: ReadMessage }[] {
  const seen = new Map<string, number>()
  return messages.map((message) => {
    const { config, title, content } = message
    const name = messageId(config) ?? JSON.stringify([title, content])
    const place = seen.get(name) ?? 0
    seen.set(name, place + 1)
    return { key: `${place}:${name}`, message }
  })
}

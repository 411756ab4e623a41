import { useCallback, useMemo, useState } from 'react'
import { messageId } from '#lib/message-counters.ts'
import { useShui } from '../context.tsx'
import { useLoaded } from '../use-loaded.ts'
import type { MessageModel } from './message-model.ts'
import { PlainMessage } from './plain-message.tsx'
import { readMessage } from './read-message.ts'
import type { ReadMessage } from './read-message.ts'

/** What the page may do when a message is seen, closed or acted on. `id` is the message's own. */
export interface MessageEvents {
  /** Once per page load, when it first shows. */
  onShown?: (id: string) => void
  onClosed?: (id: string) => void
  /** Gets the name of each `OPERATION`, the closing ones too. */
  onAction?: (name: string, id: string | null) => void
}

export type MessageProps = MessageEvents & {
  model: MessageModel | null | undefined
  /** Keeps the place of a message that the server knows will show, so that the page does not move when it does. */
  reserve?: boolean
}

export type MessagesProps = MessageEvents & {
  /** Keep the list's identity between renders: a broken model is reported once for each list. */
  models: readonly (MessageModel | null | undefined)[]
  reserve?: boolean
}

const invalid = 'Invalid model for shui-messages'

/** One dismissible message or dialog. A broken model is reported and draws nothing. */
export function Message({ model, ...rest }: MessageProps) {
  const models = useMemo(() => [model], [model])
  return <Messages models={models} {...rest} />
}

/** A page's messages: plain ones where they stand, dialogs one at a time in the order of the models. */
export function Messages({ models, reserve = false, ...events }: MessagesProps) {
  const { logError } = useShui()
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const messages = useMemo(
    () =>
      withKeys(
        models.flatMap((model) => {
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

/** Few pages have a dialog: its code comes only then. */
const loadDialog = () => import('./message-dialog.tsx')

/** A message keeps its key when others come and go: by its id, else by its words, else by its place among the same. */
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

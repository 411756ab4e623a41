import { useCallback, useMemo, useState, useRef, type ComponentProps } from 'react'
import { messageId } from '#lib/message-counters.ts'
import { useShui } from '#shui/context.tsx'
import { useLoaded } from '#shui/use-loaded.ts'
import type { MessageModel } from './message-model.ts'
import { type MessageEvents, actOn, useCross, useMessage } from './use-message.ts'
import { readMessage, type ReadMessage } from './read-message.ts'
import X from 'lucide-react/icons/x'
import { IconButton } from '#shui/button/button.tsx'
import { classNames } from '#shui/class-names.ts'
import { focusOrHeading } from '#shui/focus.ts'
import { Text } from '#shui/text/text.tsx'
import { MessageControls } from './message-controls.tsx'
import styles from './message.module.css'
import { MessageText } from './message-text.tsx'
import { SeverityIcon } from './severity-icon.tsx'

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

interface PlainMessageProps {
  message: ReadMessage
  reserve: boolean
  events: MessageEvents
}

/**
 * An inline message. Its live region is empty in the server's HTML and filled after load, so that it is announced.
 * Focus never moves to it; controls are outside the region.
 */
function PlainMessage({ message, reserve, events }: PlainMessageProps) {
  const [state, close] = useMessage(message, events)
  const [watched, closeAndReturn] = useFocusInside(close)
  const shown = state === 'shown'
  const keepsPlace = state === 'waiting' && reserve
  const isDrawn = shown || keepsPlace
  const content = <MessageContent message={message} events={events} />
  return (
    <div {...watched} className={classNames(isDrawn && styles.message, keepsPlace && styles.reserved)}>
      <div role={message.severity === 'alert' ? 'alert' : 'status'} className={shown ? styles.live : undefined}>
        {shown ? content : null}
      </div>
      {keepsPlace ? (
        <div className={styles.live} inert aria-hidden="true">
          {content}
        </div>
      ) : null}
      {isDrawn ? <Controls message={message} events={events} onClose={closeAndReturn} inert={keepsPlace} /> : null}
    </div>
  )
}

function MessageContent({ message, events }: Omit<PlainMessageProps, 'reserve'>) {
  const act = actOn(message, events)
  return (
    <>
      <SeverityIcon severity={message.severity} />
      <div className={styles.text}>
        {message.title === null ? null : (
          <p className={styles.title}>
            <Text text={message.title} onAction={act} />
          </p>
        )}
        <MessageText content={message.content} onAction={act} />
      </div>
    </>
  )
}

interface ControlsProps {
  message: ReadMessage
  events: MessageEvents
  onClose: () => void
  inert: boolean
}

function Controls({ message, events, onClose, inert }: ControlsProps) {
  const { labels } = useShui()
  const { cross } = message
  const press = useCross(message, events, onClose)
  return (
    <div className={styles.controls} inert={inert}>
      <MessageControls message={message} events={events} onClose={onClose} />
      {cross ? (
        <IconButton icon={X} size="small" label={cross.accessibilityText || labels.close} onClick={press} />
      ) : null}
    </div>
  )
}

/** Props that close a box on Escape, and a close function. Focus inside the box returns to its origin. */
function useFocusInside(close: () => void): [ComponentProps<'div'>, () => void] {
  const box = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const closeAndReturn = () => {
    const inside = box.current?.contains(document.activeElement)
    close()
    if (inside) focusOrHeading(cameFrom.current)
  }
  const watched: ComponentProps<'div'> = {
    ref: box,
    onFocus: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
    },
    onKeyDown: (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) closeAndReturn()
    },
  }
  return [watched, closeAndReturn]
}

import X from 'lucide-react/icons/x'
import { useEffect, useRef } from 'react'
import { IconButton } from '../button/button.tsx'
import { classNames } from '../class-names.ts'
import { useShui } from '../context.tsx'
import { focusOrHeading } from '../focus.ts'
import { Text } from '../text/text.tsx'
import { MessageControls } from './message-controls.tsx'
import type { MessageEvents } from './messages.tsx'
import styles from './message.module.css'
import { MessageText } from './message-text.tsx'
import type { ReadMessage } from './read-message.ts'
import { SeverityIcon } from './severity-icon.tsx'
import { useCross, useMessage } from './use-message.ts'

export interface PlainMessageProps {
  message: ReadMessage
  reserve: boolean
  events: MessageEvents
}

/**
 * A message in the page. Its live region stands empty in the server's HTML and is filled after load, so that it is read;
 * focus never moves to it. The controls are outside the live region.
 */
export function PlainMessage({ message, reserve, events }: PlainMessageProps) {
  const [state, close] = useMessage(message, events)
  const box = useRef<HTMLDivElement>(null)
  const closeAndReturn = useFocusInside(box, close)
  const shown = state === 'shown'
  const keepsPlace = state === 'waiting' && reserve
  return (
    <div
      ref={box}
      className={classNames(
        (shown || keepsPlace) && styles.message,
        keepsPlace && styles.reserved,
        shown && styles[`${message.severity}Edge`],
      )}
    >
      <div role={message.severity === 'alert' ? 'alert' : 'status'} className={shown ? styles.live : undefined}>
        {shown ? <MessageContent message={message} onAction={events.onAction} /> : null}
      </div>
      {keepsPlace ? (
        <div className={styles.live} inert aria-hidden="true">
          <MessageContent message={message} />
        </div>
      ) : null}
      {shown || keepsPlace ? (
        <Controls message={message} events={events} onClose={closeAndReturn} inert={keepsPlace} />
      ) : null}
    </div>
  )
}

function MessageContent({ message, onAction }: { message: ReadMessage; onAction?: MessageEvents['onAction'] }) {
  return (
    <>
      <SeverityIcon severity={message.severity} />
      <div className={styles.text}>
        {message.title === null ? null : (
          <p className={styles.title}>
            <Text text={message.title} />
          </p>
        )}
        <MessageText message={message} onAction={onAction} />
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

/** Escape inside the box closes it; where focus was inside, it goes back to where it came from. */
function useFocusInside(box: { current: HTMLDivElement | null }, close: () => void): () => void {
  const cameFrom = useRef<EventTarget | null>(null)
  const latest = useRef(close)
  const closeAndReturn = () => {
    const inside = box.current?.contains(document.activeElement) ?? false
    latest.current()
    if (inside) focusOrHeading(cameFrom.current instanceof Element ? cameFrom.current : null)
  }
  useEffect(() => {
    latest.current = close
  }, [close])
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const stop = new AbortController()
    const { signal } = stop
    element.addEventListener(
      'focusin',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) cameFrom.current = relatedTarget
      },
      { signal },
    )
    element.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        latest.current()
        focusOrHeading(cameFrom.current instanceof Element ? cameFrom.current : null)
      },
      { signal },
    )
    return () => stop.abort()
  }, [box])
  return closeAndReturn
}

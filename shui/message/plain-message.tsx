import X from 'lucide-react/icons/x'
import { useRef, type ComponentProps } from 'react'
import { IconButton } from '../button/button.tsx'
import { classNames } from '../class-names.ts'
import { useShui } from '../context.tsx'
import { focusOrHeading } from '../focus.ts'
import { Text } from '../text/text.tsx'
import { MessageControls } from './message-controls.tsx'
import type { MessageEvents } from './use-message.ts'
import styles from './message.module.css'
import { MessageText } from './message-text.tsx'
import type { ReadMessage } from './read-message.ts'
import { SeverityIcon } from './severity-icon.tsx'
import { actOn, useCross, useMessage } from './use-message.ts'

export interface PlainMessageProps {
  message: ReadMessage
  reserve: boolean
  events: MessageEvents
}

/**
 * An inline message. Its live region is empty in the server's HTML and filled after load, so that it is announced.
 * Focus never moves to it; controls are outside the region.
 */
export function PlainMessage({ message, reserve, events }: PlainMessageProps) {
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

import { useEffect, useState, useSyncExternalStore } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import { useShui } from '../context.tsx'
import { MessageControls } from './message-controls.tsx'
import type { MessageEvents } from './use-message.ts'
import { MessageText } from './message-text.tsx'
import { closes, type ReadMessage } from './read-message.ts'
import { SeverityIcon } from './severity-icon.tsx'
import { actOn, useCross, useMessage } from './use-message.ts'

export interface MessageDialogProps {
  message: ReadMessage
  events: MessageEvents
  /** Called when it is closed or used up, so that the next one may show. */
  onDone: () => void
}

export function MessageDialog(props: MessageDialogProps) {
  return useDialogTurn() ? <OpenMessage {...props} /> : null
}

function OpenMessage({ message, events, onDone }: MessageDialogProps) {
  const { labels } = useShui()
  const [state, close] = useMessage(message, events)
  const press = useCross(message, events, close)
  useEffect(() => {
    if (state === 'hidden') onDone()
  }, [state, onDone])
  if (state !== 'shown') return null
  const { cross, severity, controls } = message
  // Without a title the first paragraph becomes the heading.
  const [title = '', ...content] = message.title === null ? message.content : [message.title, ...message.content]
  const canClose = controls.some(({ action }) => closes(action.name))
  return (
    <Dialog
      title={title}
      onAction={actOn(message, events)}
      role={severity === 'alert' ? 'alertdialog' : 'dialog'}
      onClose={close}
      onCross={press}
      closeLabel={cross || !canClose ? cross?.accessibilityText || labels.close : null}
      mark={<SeverityIcon severity={severity} />}
      actions={controls.length > 0 ? <MessageControls message={message} events={events} onClose={close} /> : null}
    >
      <MessageText content={content} onAction={actOn(message, events)} />
    </Dialog>
  )
}

/** Dialogs of messages in the order they came; a page shows one at a time. */
let queue: readonly symbol[] = []
const listeners = new Set<() => void>()

function change(next: readonly symbol[]) {
  queue = next
  for (const listen of listeners) listen()
}

function subscribe(listen: () => void) {
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

/** Whether it is the turn of the calling dialog, after those of the page that came before. */
function useDialogTurn(): boolean {
  const [own] = useState(() => Symbol('turn'))
  useEffect(() => {
    change([...queue, own])
    return () => change(queue.filter((other) => other !== own))
  }, [own])
  return useSyncExternalStore(
    subscribe,
    () => queue[0] === own,
    () => false,
  )
}

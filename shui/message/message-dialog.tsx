import { useEffect } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import { useShui } from '../context.tsx'
import { plainText } from '../text/text-model.ts'
import { MessageControls } from './message-controls.tsx'
import type { MessageEvents } from './messages.tsx'
import { MessageText } from './message-text.tsx'
import { closes } from './read-message.ts'
import type { ReadMessage } from './read-message.ts'
import { SeverityIcon } from './severity-icon.tsx'
import { useCross, useMessage } from './use-message.ts'

export interface MessageDialogProps {
  message: ReadMessage
  events: MessageEvents
  /** Called when it is closed or was used up: the next one may show. */
  onDone: () => void
}

/** A message that must be answered before the page goes on. */
export function MessageDialog({ message, events, onDone }: MessageDialogProps) {
  const { labels, locale } = useShui()
  const [state, close] = useMessage(message, events)
  const press = useCross(message, events, close)
  useEffect(() => {
    if (state === 'hidden') onDone()
  }, [state, onDone])
  if (state !== 'shown') return null
  const { cross, title, severity, controls } = message
  const [first = ''] = message.content
  const canClose = controls.some(({ action }) => closes(action.name))
  return (
    <Dialog
      title={title ?? plainText(first, locale)}
      role={severity === 'alert' ? 'alertdialog' : 'dialog'}
      onClose={close}
      onCross={press}
      closeLabel={cross || !canClose ? cross?.accessibilityText || labels.close : null}
      mark={<SeverityIcon severity={severity} />}
      actions={controls.length > 0 ? <MessageControls message={message} events={events} onClose={close} /> : null}
    >
      <MessageText
        message={title === null ? { ...message, content: message.content.slice(1) } : message}
        onAction={events.onAction}
      />
    </Dialog>
  )
}

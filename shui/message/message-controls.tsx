import { ActionButton } from '../button/action-button.tsx'
import { useShui } from '../context.tsx'
import { hasText } from '../text/text-model.ts'
import { closes, type ReadMessage } from './read-message.ts'
import type { MessageEvents } from './use-message.ts'
import { actOn } from './use-message.ts'

export interface MessageControlsProps {
  message: ReadMessage
  events: MessageEvents
  onClose: () => void
}

/** A message's controls except the X: links for `NAV`, buttons otherwise. `close` and `dismiss` close the message. */
export function MessageControls({ message, events, onClose }: MessageControlsProps) {
  const { labels } = useShui()
  return message.controls.map((control, index) => (
    <ActionButton
      key={`${index}:${control.action.name ?? ''}`}
      kind={message.modal && index === message.controls.length - 1 ? 'primary' : 'secondary'}
      size={message.modal ? 'normal' : 'small'}
      text={{ ...control, ...(hasText(control) ? null : { textSpans: null, text: labels.close }) }}
      onAction={actOn(message, events)}
      onFire={closes(control.action.name) ? onClose : undefined}
    />
  ))
}

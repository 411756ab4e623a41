import { messageId } from '#lib/message-counters.ts'
import { plainText } from '../text/text-model.ts'
import { Text } from '../text/text.tsx'
import type { MessageEvents } from './messages.tsx'
import type { ReadMessage } from './read-message.ts'

/** A message's paragraphs. */
export function MessageText({ message, onAction }: { message: ReadMessage; onAction?: MessageEvents['onAction'] }) {
  const id = messageId(message.config)
  return message.content.map((text, index) => (
    <p key={`${index}:${plainText(text, 'en')}`}>
      <Text text={text} onAction={(name) => onAction?.(name, id)} />
    </p>
  ))
}

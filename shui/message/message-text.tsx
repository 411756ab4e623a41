import { plainText } from '../text/text-model.ts'
import { Text } from '../text/text.tsx'
import type { ReadMessage } from './read-message.ts'

export interface MessageTextProps {
  content: ReadMessage['content']
  onAction: ((name: string) => void) | undefined
}

export function MessageText({ content, onAction }: MessageTextProps) {
  return content.map((text, index) => (
    <p key={`${index}:${plainText(text, 'en')}`}>
      <Text text={text} onAction={onAction} />
    </p>
  ))
}

import type { Texts } from '#texts/texts.ts'
import type { Conversation } from './conversation-db.server.ts'

/** A time as text and as ISO 8601. */
export interface TimeModel {
  text: string
  dateTime: string
}

export type ThreadModel = ReturnType<typeof threadModel>

interface ViewFor {
  buyer: string
  texts: Texts
  timeModel: (at: Date) => TimeModel
  /** Shows a message as the seller may read it. */
  readable?: ((text: string) => string) | undefined
}

export function threadModel(
  { messages, standing }: Conversation,
  { buyer, texts, timeModel, readable = (text) => text }: ViewFor,
) {
  const asked = messages.findIndex(({ sender, is_answered }) => sender === 'BUYER' && !is_answered)
  return {
    // Index of the buyer's first unanswered message; null if none.
    askedAt: asked < 0 ? null : asked,
    messages: messages.map(({ message_key: key, subject, sender, member_name, body, sent_at, pictures }) => ({
      key,
      isOurs: sender === 'SELLER',
      who: sender === 'SELLER' ? texts.t('talk.you', { name: member_name ?? '' }) : buyer,
      time: timeModel(sent_at),
      text: readable(body),
      subject,
      pictures,
    })),
    isUnread: standing?.is_unread ?? false,
    awaits: standing?.awaiting_since != null,
  }
}

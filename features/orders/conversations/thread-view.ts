import type { Picture } from '#features/core/listing-pictures/picture.ts'
import type { Texts } from '#texts/texts.ts'
import type { Conversation } from './conversation-db.server.ts'

/** A time as text and as ISO 8601. */
export interface TimeModel {
  text: string
  dateTime: string
}

export interface ThreadModel {
  messages: {
    key: string
    isOurs: boolean
    who: string
    time: TimeModel
    text: string
    /** Number of the case it is about; null for the order. */
    subject: string | null
    pictures: Omit<Picture, 'alt'>[]
  }[]
  /** Index of the buyer's first unanswered message; null if none. */
  askedAt: number | null
  isUnread: boolean
  awaits: boolean
}

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
): ThreadModel {
  const asked = messages.findIndex(({ sender, is_answered }) => sender === 'BUYER' && !is_answered)
  return {
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

import type { Picture } from '#features/core/listing-pictures/picture.ts'
import type { Texts } from '#texts/texts.ts'
import type { Conversation } from './conversation-db.server.ts'

/** A moment in words, and for machines. */
interface TimeModel {
  text: string
  dateTime: string
}

/** A conversation with a buyer, as a page shows it. */
export interface ThreadModel {
  messages: {
    key: string
    isOurs: boolean
    who: string
    time: TimeModel
    text: string
    /** The number of the case that it is about; null: the order. */
    subject: string | null
    pictures: Omit<Picture, 'alt'>[]
  }[]
  /** Where what has no answer begins: the first message of the buyer that no answer of ours had seen; null: there is none. */
  askedAt: number | null
  isUnread: boolean
  /** Whether the buyer waits for an answer. */
  awaits: boolean
}

interface ViewFor {
  buyer: string
  texts: Texts
  timeModel: (at: Date) => TimeModel
}

/** The conversation about an order, or about a case of it. */
export function threadModel({ messages, standing }: Conversation, { buyer, texts, timeModel }: ViewFor): ThreadModel {
  const asked = messages.findIndex(({ sender, is_answered }) => sender === 'BUYER' && !is_answered)
  return {
    askedAt: asked < 0 ? null : asked,
    messages: messages.map(({ message_key: key, subject, sender, member_name, body, sent_at, pictures }) => ({
      key,
      isOurs: sender === 'SELLER',
      who: sender === 'SELLER' ? texts.t('talk.you', { name: member_name ?? '' }) : buyer,
      time: timeModel(sent_at),
      text: body,
      subject,
      pictures,
    })),
    isUnread: standing?.is_unread ?? false,
    awaits: standing?.awaiting_since != null,
  }
}

import type { Texts } from '#texts/texts.ts'

/** Name of a conversation: about an order, or about a listing before the sale. */
export const threadTitle = (
  { order, item, buyer }: { order: string | null; item: string | null; buyer: string },
  { t }: Pick<Texts, 't'>,
) =>
  order === null
    ? t('conversations.question', { buyer, number: item ?? '' })
    : t('conversations.row', { buyer, number: order })

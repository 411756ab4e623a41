import type { Texts } from '#texts/texts.ts'

/** The user name that orders show once their buyer's data is erased: one of its own for each buyer, so that two stay two. */
export const removedUsername = (key: string) => `removed~${key}`

const pattern = /^removed~[0-9a-f]{16}$/

/** Whether a buyer's data is erased. */
export const isRemovedBuyer = (username: string) => pattern.test(username)

/** A buyer's user name as pages and files show it. */
export const shownBuyer = (username: string, { t }: Pick<Texts, 't'>) =>
  isRemovedBuyer(username) ? t('order.buyerRemoved') : username

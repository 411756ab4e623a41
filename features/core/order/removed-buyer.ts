import type { Texts } from '#texts/texts.ts'

/** Replacement user name of an erased buyer, distinct for each buyer. */
export const removedUsername = (key: string) => `removed~${key}`

const pattern = /^removed~[0-9a-f]{16}$/

export const isRemovedBuyer = (username: string) => pattern.test(username)

export const shownBuyer = (username: string, { t }: Pick<Texts, 't'>) =>
  isRemovedBuyer(username) ? t('order.buyerRemoved') : username

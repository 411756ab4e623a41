import { paths } from '#web/paths.ts'

/** Anchor of the conversation on its page. */
export const threadId = 'conversation'

export const threadHref = (orderNumber: string, from?: string) => `${paths.orderDetails(orderNumber, from)}#${threadId}`

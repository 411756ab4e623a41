import { paths } from '#web/paths.ts'

/** The place of a conversation on its page, for links. */
export const threadId = 'conversation'

/** What is written about an order, on its page. */
export const threadHref = (orderNumber: string, from?: string) => `${paths.orderDetails(orderNumber, from)}#${threadId}`

import { paths } from '#web/paths.ts'

/** Anchor of the conversation on the page of its order or case. */
export const threadId = 'conversation'

/** Hash that asks a conversation to focus its reply. */
export const replyHash = '#reply'

/** URL of a conversation that is opened to answer. */
export const replyHref = (thread: string, from?: string) => paths.conversation(thread, { from }) + replyHash

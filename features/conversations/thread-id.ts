/** The place of a conversation on its page, for links. */
export const threadId = 'conversation'

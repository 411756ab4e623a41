import { navUrl } from '#shui/text/text-model.ts'
import type { Texts } from '#texts/texts.ts'
import { dated, type SoundMessage } from './message.ts'

/** A message in the message centre, with its links but without closing controls. */
export type InboxMessageModel = ReturnType<typeof inboxModels>[number]

/** Converts messages for the message centre. Without a title, the first paragraph is the heading. */
export function inboxModels(messages: readonly SoundMessage[], { t, moment }: Texts) {
  return messages.map((message) => {
    const { key, memory, read } = message
    const [title = '', ...content] = read.title === null ? read.content : [read.title, ...read.content]
    const when = moment(dated(message), 'dateTime')
    return {
      key,
      title,
      content,
      links: read.controls.filter(({ action }) => navUrl(action) !== null),
      severity: read.severity,
      // "Shown 20 Nov, 09:12".
      when: t(memory.lastShownAt === null ? 'messages.since' : 'messages.shown', { when }),
      unread: memory.readAt === null,
    }
  })
}

import { navUrl, type TextInput } from '#shui/text/text-model.ts'
import type { Severity } from '#shui/message/read-message.ts'
import type { Texts } from '#texts/texts.ts'
import { dated, type SoundMessage } from './message.ts'

/** A message in the message centre, with its links but without closing controls. */
export interface InboxMessageModel {
  key: string
  title: TextInput
  content: readonly TextInput[]
  links: readonly TextInput[]
  severity: Severity
  /** "Shown 20 Nov, 09:12". */
  when: string
  unread: boolean
}

/** Converts messages for the message centre. Without a title, the first paragraph is the heading. */
export function inboxModels(messages: readonly SoundMessage[], { t, moment }: Texts): InboxMessageModel[] {
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
      when: t(memory.lastShownAt === null ? 'messages.since' : 'messages.shown', { when }),
      unread: memory.readAt === null,
    }
  })
}

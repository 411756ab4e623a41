import type { ReactNode } from 'react'
import { MessageForm, type ThreadForm } from './message-form.tsx'
import { Messages } from './messages.tsx'
import type { ThreadModel } from './thread-view.ts'

interface ThreadInBriefProps {
  model: ThreadModel
  form: ThreadForm
  onTemplate: (href: string) => void
  /** Hidden fields for the redirect. */
  children: ReactNode
}

/** A buyer's unanswered messages with a reply form, for use outside the conversation. */
export function ThreadInBrief({ model, form, onTemplate, children }: ThreadInBriefProps) {
  const { messages, askedAt } = model
  return (
    <>
      <Messages messages={messages.slice(askedAt ?? -1)} subject={form.subject} />
      <MessageForm form={form} seen={messages.at(-1)?.key} answer={null} onTemplate={onTemplate}>
        {children}
      </MessageForm>
    </>
  )
}

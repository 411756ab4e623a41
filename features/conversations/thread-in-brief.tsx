import type { ReactNode } from 'react'
import { MessageForm, Messages, type ThreadForm } from './thread.tsx'
import type { ThreadModel } from './thread-view.ts'

interface ThreadInBriefProps {
  model: ThreadModel
  form: ThreadForm
  /** Reads the form anew, with the template that this address asks for. */
  onTemplate: (href: string) => void
  /** Hidden fields: where the answer leads. */
  children: ReactNode
}

/** What a buyer wrote since they were answered last, and the form of the answer: for places beside the conversation's own. */
export function ThreadInBrief({ model, form, onTemplate, children }: ThreadInBriefProps) {
  const since = model.messages.findLastIndex(({ isOurs }) => isOurs) + 1
  const asked = model.messages.slice(since)
  return (
    <>
      <Messages messages={asked.length > 0 ? asked : model.messages.slice(-1)} subject={form.subject} />
      <MessageForm form={form} answer={null} isAnswer={model.awaits} onTemplate={onTemplate}>
        {children}
      </MessageForm>
    </>
  )
}

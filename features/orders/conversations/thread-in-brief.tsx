import type { ReactNode } from 'react'
import { MessageForm, type ThreadForm } from './message-form.tsx'
import { Messages } from './messages.tsx'
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
  const { messages, askedAt } = model
  return (
    <>
      <Messages messages={messages.slice(askedAt ?? -1)} subject={form.subject} />
      <MessageForm
        form={form}
        seen={messages.at(-1)?.key}
        answer={null}
        isAnswer={model.awaits}
        onTemplate={onTemplate}
      >
        {children}
      </MessageForm>
    </>
  )
}

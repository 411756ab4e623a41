import { Button } from '#shui/button/button.tsx'
import { TextAreaField } from '#shui/form/controls.tsx'
import type { HubListing, HubMessage, HubSeller } from '../hub-types.ts'
import { Token, type FrameModel } from './frame.tsx'
import styles from './orders.module.css'
import { momentOf } from './words.ts'

interface MessagesProps {
  messages: readonly Pick<HubMessage, 'key' | 'from' | 'text' | 'sentAt'>[]
  seller: HubSeller | null
}

/** What the buyer and the seller wrote, updated as it comes. */
export function Messages({ messages, seller }: MessagesProps) {
  return (
    <ul className={styles.talk} data-live="talk">
      {messages.map((message) => (
        <li key={message.key} data-from={message.from}>
          <p className={styles.small}>
            {message.from === 'BUYER' ? 'You' : (seller?.displayName ?? 'The seller')} · {momentOf(message.sentAt)}
          </p>
          <p className={styles.said}>{message.text}</p>
        </li>
      ))}
    </ul>
  )
}

interface QuestionsProps {
  frame: FrameModel
  listing: HubListing
  seller: HubSeller
  /** What this buyer asked, with the answers. */
  asked: MessagesProps['messages']
  requestId: string
}

/** Questions and answers that all buyers see, and the buyer's own. */
export function Questions({ frame, listing, seller, asked, requestId }: QuestionsProps) {
  return (
    <section id="questions" className={styles.panel}>
      <h2>Questions and answers</h2>
      <dl data-live="answers">
        {listing.questions.map(({ question, answer }) => (
          <div key={question}>
            <dt>
              <b>{question}</b>
            </dt>
            <dd className={styles.said}>{answer}</dd>
          </div>
        ))}
      </dl>
      {frame.buyer === null ? (
        <p>
          <a href={`/sign-in?next=${encodeURIComponent(frame.here)}`}>Sign in to ask a question</a>
        </p>
      ) : (
        <>
          <Messages messages={asked} seller={seller} />
          <form action={`/items/${encodeURIComponent(listing.item)}/questions`} method="post" className={styles.form}>
            <Token frame={frame} />
            <input type="hidden" name="requestId" value={requestId} />
            <TextAreaField label="Ask a question" name="text" required maxLength={2000} rows={2} />
            <Button type="submit">Send</Button>
          </form>
        </>
      )}
    </section>
  )
}

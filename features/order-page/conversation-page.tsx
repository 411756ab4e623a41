import { useActionData, useLoaderData } from '#web/router/router.ts'
import { useLive } from '#features/machinery/live/use-live.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { pictureForm } from '#web/form-body.server.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { answerConversation } from './answer-conversation.server.ts'
import { readConversationPage } from './conversation-page.server.ts'
import { ConversationView } from './conversation-view.tsx'

await loadTexts('order')

export const loader = sellerLoader('buyers.talk', readConversationPage)

export const action = sellerAction('buyers.talk', answerConversation, pictureForm)

const concerns = ['orders', 'talk'] as const

export default function ConversationPage() {
  const page = useLive(useLoaderData<typeof loader>(), concerns)
  const answer = useActionData<typeof action>()
  return <ConversationView {...page} answer={answer ?? null} />
}

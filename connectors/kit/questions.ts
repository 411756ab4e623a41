import type { Connected } from './connected.ts'
import type { Due } from './due-order.ts'
import { becauseOf, HubRefusal } from './hub-client.ts'
import { orRefusal } from './or-refusal.ts'
import type { HubQuestion, Named, ShopQuestion } from './source.ts'

/** Sends a buyer's message about a listing. Repeated, nothing changes. What the hub refuses is refused in the shop. */
export async function sendQuestion(
  { hub, source, outbox }: Pick<Connected, 'hub' | 'source' | 'outbox'>,
  asked: ShopQuestion,
): Promise<void> {
  const { seller, id, listing, question } = asked
  const about = { seller, id: listing }
  // Before the listing is in the hub, the hub refuses its id.
  const item = (await outbox.takenOver(about)) ?? (await outbox.find('listing', about))?.number ?? listing
  const taken = await orRefusal(hub.call('addQuestion', { path: { seller, item }, body: { ...question, id } }))
  if (taken instanceof HubRefusal)
    await source.questions?.refuse({ seller, id }, becauseOf(taken, { body: question, of: asked }))
}

/** What a shop is to be told of a question about its listing: the seller's messages. */
export function dueOfQuestion({ source }: Pick<Connected, 'source'>, about: Named, question: HubQuestion): Due[] {
  const last = question.messages.findLast(({ from }) => from === 'SELLER')
  const { questions } = source
  if (!questions || !last) return []
  return [
    {
      kind: 'question',
      key: question.id,
      about,
      digest: last.key,
      name: `answer to ${question.buyer.username ?? question.buyer.id ?? question.id}`,
      tell: () => questions.apply(about, question),
    },
  ]
}

import { expect, it } from 'vitest'
import { report } from './report.ts'
import { retryRefused } from './retry-refused.ts'
import { runRound } from './round.ts'
import { ShopRefusal, type HubQuestion, type ShopQuestion, type SourceQuestions } from './source.ts'
import { inStep } from './testing-round.ts'

const sentAt = '2026-11-23T10:00:00Z'
const asking = (id: string, listing = 'p-17'): ShopQuestion => ({
  seller: 's-42',
  id,
  changedAt: sentAt,
  listing,
  question: { buyer: { username: 'anna' }, text: 'Is it new?', sentAt },
})

/** A shop with questions, beside a hub that has its listing. */
async function shopWithQuestions() {
  const test = await inStep()
  const [listing] = [...test.hub.listings.values()]
  const message = (key: string, from: 'BUYER' | 'SELLER') => ({
    key,
    from,
    text: key,
    variation: null,
    sentAt,
    pictures: [],
  })
  const hubQuestion = (id: string, sellers: readonly string[] = [], item = listing!.item): HubQuestion => ({
    id,
    item,
    listing: 'p-17',
    buyer: { id: null, username: 'anna' },
    awaitsAnswer: sellers.length === 0,
    messages: [message('m-1', 'BUYER'), ...sellers.map((key) => message(key, 'SELLER'))],
  })
  const told: string[] = []
  const list: ShopQuestion[] = []
  const questions: SourceQuestions = {
    async *list() {
      yield* list
    },
    async apply({ id }, { messages }) {
      if (test.shop.refuses !== null) throw new ShopRefusal(test.shop.refuses)
      told.push(`${id}: ${messages.map(({ key }) => key).join()}`)
    },
    refuse: async ({ id }, { code }) => void told.push(`${id} refused: ${code}`),
  }
  test.connected.source.questions = questions
  const happen = (question: HubQuestion) => {
    test.hub.questions.set(question.id, question)
    const data = { seller: 's-42', item: question.item, subject: question.id, question }
    test.hub.events.push({ id: `evt_${test.hub.events.length}`, type: 'question.answered', data })
  }
  const round = async () => {
    await runRound(test.connected)
    return told.splice(0)
  }
  return { ...test, list, hubQuestion, happen, round }
}

it('buyers’ messages go in, and sellers’ answers come out, each once', async () => {
  const { asked, list, hub, hubQuestion, happen, round } = await shopWithQuestions()
  asked.length = 0
  list.push(asking('m-1'), asking('m-2', 'unknown'))
  hub.questions.set('m-1', hubQuestion('m-1'))
  expect(await round()).toEqual(['m-2 refused: not-on-offer'])
  expect(asked).toEqual(['addQuestion m-1', 'addQuestion m-2'])
  list.length = 0
  happen(hubQuestion('q-1'))
  expect(await round()).toEqual([])
  happen(hubQuestion('q-1', ['a-1']))
  happen(hubQuestion('q-1', ['a-1', 'a-2']))
  happen(hubQuestion('q-9', ['a-1'], '999999999999'))
  expect(await round()).toEqual(['p-17: m-1,a-1,a-2'])
  happen(hubQuestion('q-1', ['a-1', 'a-2']))
  expect(await round()).toEqual([])
})

it('an answer that the shop refuses is listed until it is sent again', async () => {
  const { connected, hub, shop, hubQuestion, happen, round } = await shopWithQuestions()
  shop.refuses = 'The question is closed.'
  happen(hubQuestion('q-1', ['a-1']))
  expect(await round()).toEqual([])
  await report(connected, { name: 'kit', every: 1_000 })
  expect(hub.reports.at(-1)?.refused).toMatchObject([
    { direction: 'TO_SHOP', kind: 'QUESTION', id: 'q-1', about: 'p-17', reason: 'The question is closed.' },
  ])
  shop.refuses = null
  expect((await retryRefused(connected)).shop).toEqual({ told: 1, refused: 0 })
})

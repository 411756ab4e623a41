import { pairs } from '#lib/pairs.ts'
import type { Connected } from './connected.ts'
import { becauseOf, HubRefusal, type ListingAnswer } from './hub-client.ts'
import type { ListingStep } from './decide.ts'
import type { Matcher } from './match-listings.ts'
import { isOfKey, orRefusal } from './or-refusal.ts'
import type { SentThing } from './outbox.ts'
import type { ShopListing } from './source.ts'
import { blank, stepOfListing, type Sent } from './to-hub.ts'
import { noteOfUnits, unitsOf } from './units.ts'

/** Listings that go in one request at most: what sellers do meanwhile is told to the shop afterwards. */
export const listingsTogether = 50

/** Sends listings that are new or were changed, many in a request. A refusal is kept with its reason. */
export interface ListingSender {
  send: (listing: ShopListing) => Promise<void>
  /** Sends what is left, and resolves with what became of all. */
  end: () => Promise<Record<Sent, number>>
}

interface Saving {
  asOf: string
  listing: ShopListing
  known: SentThing | null
  step: Extract<ListingStep, { do: 'send' }>
}

/** Creates a sender. After a crash the outbox knows what was sent, so that the listings left follow. */
export function listingSender(
  connected: Connected,
  matcherOf: (seller: string) => Promise<Matcher>,
  { handsOver = false }: { handsOver?: boolean } = {},
): ListingSender {
  const { outbox } = connected
  const sums: Record<Sent, number> = { same: 0, sent: 0, refused: 0 }
  /** Listings by seller and id. */
  const waiting = new Map<string, Map<string, Saving>>()

  async function sendTogether(seller: string): Promise<void> {
    const savings = [...(waiting.get(seller)?.values() ?? [])]
    waiting.delete(seller)
    await saveTogether(connected, { seller, savings, sums })
  }

  async function decide(listing: ShopListing): Promise<Sent | Saving> {
    const known = await outbox.find('listing', listing)
    const asOf = new Date().toISOString()
    const step = await stepOfListing(connected, listing, matcherOf, handsOver)
    if (step.do === 'nothing') return 'same'
    if (step.do === 'leave') {
      if (known?.reason) await outbox.keep({ ...known, state: 'SENT', number: step.item, code: null, reason: null })
      return 'same'
    }
    if (step.do === 'send') return { asOf, listing, known, step }
    const { seller, id } = listing
    const before = known ?? { ...blank, kind: 'listing' as const, seller, id }
    // The digest is of the listing alone: without it, it is decided again once the operator has said what it is.
    const { code, params, reason } = step
    await outbox.keep({ ...before, state: 'REFUSED', code, params, reason, digest: '' })
    return known?.code === step.code ? 'same' : 'refused'
  }

  return {
    async send(listing) {
      const { seller, id } = listing
      // The shop may list one twice while it changes.
      if (waiting.get(seller)?.has(id)) await sendTogether(seller)
      const saving = await decide(listing)
      if (typeof saving === 'string') {
        sums[saving] += 1
        return
      }
      const ofSeller = waiting.get(seller) ?? new Map<string, Saving>()
      waiting.set(seller, ofSeller.set(id, saving))
      if (ofSeller.size === listingsTogether) await sendTogether(seller)
    },
    async end() {
      for (const seller of waiting.keys()) await sendTogether(seller)
      return sums
    },
  }
}

const owners = { shop: 'SHOP', hub: 'HUB' } as const

/** Who counts, and the units that both sides have. */
const partsOf = ({ counts, body }: Saving['step'], { parts }: Pick<SentThing, 'parts'>): SentThing['parts'] => {
  const units = unitsOf(body)
  return { ...parts, counts, ...(units.size > 0 ? { units: noteOfUnits(units) } : {}) }
}

interface Part {
  seller: string
  savings: readonly Saving[]
  sums: Record<Sent, number>
}

async function saveTogether({ hub, outbox }: Connected, { seller, savings, sums }: Part): Promise<void> {
  const bodies = savings.map(({ asOf, listing, step }) => ({
    listing: listing.id,
    ...step.body,
    stockOwner: owners[step.counts],
    asOf,
  }))
  const noteFor = ({ known, listing }: Saving): SentThing =>
    known ?? { ...blank, kind: 'listing', seller, id: listing.id }
  // With a note, a listing whose answer is lost is ended once the shop lacks it.
  await outbox.keepAll(savings.filter(({ known }) => !known).map(noteFor))
  const answer = await orRefusal(hub.saveListings(seller, bodies))
  const answers: ListingAnswer[] =
    answer instanceof HubRefusal
      ? bodies.map(() => ({ status: answer.problem.status, problem: answer.problem }))
      : answer
  const notes: SentThing[] = []
  for (const [saving, { status, problem, item, problems = [] }] of pairs(savings, answers)) {
    const { listing, step } = saving
    // It failed for no reason of its own: the next round sends it again.
    if (isOfKey({ status }) || status === 429 || status >= 500) continue
    const { id } = listing
    const before = noteFor(saving)
    const [first] = problems
    const refusal = problem && new HubRefusal(problem)
    const reason = refusal
      ? { state: 'REFUSED' as const, ...becauseOf(refusal, { body: step.body, of: listing }) }
      : first && {
          state: 'DRAFT' as const,
          code: 'draft',
          params: { detail: first.detail, ...(first.rule ? { rule: first.rule, ...first.values } : {}) },
          reason: `It is a draft: ${first.detail}`,
        }
    const number = refusal ? before.number : (item ?? before.number ?? id)
    notes.push({
      ...before,
      state: 'SENT',
      code: null,
      params: null,
      reason: null,
      digest: step.digest,
      parts: refusal ? before.parts : partsOf(step, before),
      number,
      ...reason,
    })
    sums[reason ? 'refused' : 'sent'] += 1
  }
  await outbox.keepAll(notes)
  const failed = answers.find(({ status }) => isOfKey({ status }) || status === 429 || status >= 500)?.problem
  if (failed) throw new HubRefusal(failed)
}

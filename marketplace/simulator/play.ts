import { day, hour, minute } from '#lib/duration.ts'
import { createRandom, type Random } from '#lib/random.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { scheduledActions, type ScheduledAction } from './scheduled-actions.ts'
import type { EventAnswer, OfferAnswer } from './answers.ts'
import { goOnWithOffer, offerLess, visitOfOffer } from './buyer-offers.ts'
import { StoppedError, type Clock } from './hub-client.ts'
import { openMarketplace } from './marketplace.ts'
import { perform, type ActionContext } from './perform.ts'
import { homesOf, orderId, orderNumber, placeOrder } from './place-order.ts'
import { startPace, storyBegins, writeStoryTime, type StoryTime, hourOf, weekdayOf } from './story-time.ts'
import { isOver, noteEvent, noteOrder, type OrderStory, type OrderStories } from './order-story.ts'
import { trafficOf } from './traffic.ts'
import { buyingWeight } from '../demo/rhythm.ts'

export interface StoryOptions {
  /** The same seed is the same story. */
  seed: number
  /** Story hours per wall hour. */
  speed: number
  /** Orders on an average story day. */
  perDay: number
  /** Story days after which it ends; null for endless. */
  days: number | null
  /** Ids of participating sellers; null for all. */
  sellers: readonly string[] | null
}

export interface StoryContext extends ActionContext {
  clock: Clock
  say: (line: string) => void
  /** Ends the story after the current request. */
  signal: AbortSignal
}

/** Result counts, and elapsed story time in milliseconds. */
export type StoryResult = Awaited<ReturnType<typeof play>>

/** Milliseconds between polls for sellers' actions. */
const hearEvery = 2_000
const trafficEvery = minute / 2
const linesOfTraffic = 5_000

/**
 * Plays a story: buyers order, pay, ask, return and rate; carriers scan and deliver; all react to the sellers.
 * Deterministic given the seed and the hub's responses; resumes an earlier run. Ends with the story or the signal.
 * @throws StoryError if the key is refused
 */
export async function play(options: StoryOptions, context: StoryContext) {
  const { clock, signal } = context
  const counts = new Map<string, number>()
  let stretch = 0
  try {
    const scene = await openScene(options, context, counts)
    const end = options.days === null ? Infinity : scene.begun + options.days * day
    for (;;) {
      const now = clock.now()
      stretch = Math.min(scene.pace.storyAt(now), end) - scene.begun
      await scene.goOn(now, end)
      if (signal.aborted || scene.pace.storyAt(now) >= end) break
      await clock.sleep(Math.max(1, scene.wakeAt() - clock.now()), signal)
    }
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error
  }
  return { counts, stretch }
}

async function openScene(options: StoryOptions, context: StoryContext, counts: Map<string, number>) {
  const { client, clock, signal } = context
  const story = `sim-${options.seed}`
  const marketplace = await openMarketplace(client, options.sellers)
  const orderStories: OrderStories = new Map()
  const agenda = new Map<string, ScheduledAction[]>()
  const told = new Map<string, { seller: string; offer: OfferAnswer }>()
  let last = 0
  const take = (events: readonly EventAnswer[]) => {
    for (const event of events) {
      const { order, seller, offer } = event.data
      if (offer && visitOfOffer(story, offer) !== null) told.set(offer.id, { seller, offer })
      const number = order ? orderNumber(story, order.id) : null
      if (!order || number === null) continue
      last = Math.max(last, number)
      noteEvent(orderStories, event, countryOf(seller).country)
      agenda.delete(order.id)
    }
  }
  await marketplace.hear(take)
  const begun = arrivalOf(story, last, options.perDay)
  const pace = startPace({ speed: options.speed, wall: clock.now(), story: begun })
  const homes = homesOf([...new Set(marketplace.offers().map(({ seller }) => seller))].map(countryOf))
  const say = (at: number, line: string) => context.say(`${writeStoryTime(pace.storyAt(at))}  ${line}`)
  const count = (what: string, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by)
  context.say(
    `${marketplace.sellers.size} sellers with ${marketplace.offers().length} listings. ` +
      (last > 0 ? `The simulation continues after order ${orderId(story, last)}.` : 'The simulation begins.'),
  )
  let arrival = { number: last, story: begun, wall: clock.now() }
  let trafficAt = clock.now()
  let hearAt = 0
  comeNext()
  return {
    begun,
    pace,
    /** Wall time of the next event. */
    wakeAt: () => Math.min(hearAt, trafficAt, arrival.wall, earliest()?.act.at ?? Infinity),
    async goOn(now: number, end: StoryTime): Promise<void> {
      if (now >= hearAt) await hear(now)
      while (!signal.aborted) {
        const next = earliest()
        const comes = arrival.wall <= Math.min(now, next?.act.at ?? Infinity) && arrival.story < end
        if (comes) await buy()
        else if (next && next.act.at <= now) await act(next)
        else break
      }
      if (!signal.aborted && now >= trafficAt) await tellTraffic(now)
    },
  }

  function countryOf(seller: string) {
    return { country: assertDefined(marketplace.sellers.get(seller), 'the marketplace tells of its sellers alone') }
  }

  function comeNext(): void {
    const number = arrival.number + 1
    const at = nextArrival(createRandom(`${orderId(story, number)} comes`), arrival.story, options.perDay)
    arrival = { number, story: at, wall: pace.after(arrival.wall, at - arrival.story) }
  }

  function earliest(): { orderStory: OrderStory; act: ScheduledAction } | null {
    let found: { orderStory: OrderStory; act: ScheduledAction } | null = null
    for (const [id, orderStory] of orderStories) {
      const acts = agenda.get(id) ?? scheduledActions(orderStory, pace)
      agenda.set(id, acts)
      for (const each of acts) if (!found || each.at < found.act.at) found = { orderStory, act: each }
    }
    return found
  }

  async function hear(now: number): Promise<void> {
    hearAt = now + hearEvery
    await marketplace.hear((events) => {
      take(events)
      for (const event of events) {
        const line = event.data.order && orderStories.has(event.data.order.id) ? describeEvent(event) : null
        if (line === null) continue
        say(now, line)
        count('things heard of sellers')
      }
    })
    await goOnWithOffers(now)
    for (const [id, orderStory] of orderStories)
      if (isOver(orderStory) && (agenda.get(id) ?? scheduledActions(orderStory, pace)).length === 0) {
        orderStories.delete(id)
        agenda.delete(id)
      }
  }

  /** Buyers go on with the offers that sellers answered. */
  async function goOnWithOffers(at: number): Promise<void> {
    for (const [id, { seller, offer }] of told) {
      told.delete(id)
      const coming = { story, number: visitOfOffer(story, offer) ?? 0, homes, at, pace }
      const step = await goOnWithOffer(client, marketplace, { seller, offer, coming })
      if (!step) continue
      if (step.order) noteOrder(orderStories, { seller, ...countryOf(seller) }, step.order)
      say(at, step.line)
      count(step.order ? 'orders' : 'answers to offers')
    }
  }

  async function buy(): Promise<void> {
    const { number, wall: at } = arrival
    const offered = await offerLess(client, marketplace, { story, number, homes, at, pace })
    if (offered !== null) {
      comeNext()
      say(at, offered)
      count('offers')
      return
    }
    const bought = await placeOrder(client, marketplace, { story, number, homes, at, pace })
    comeNext()
    if (bought.ok) {
      noteOrder(orderStories, { seller: bought.seller, ...countryOf(bought.seller) }, bought.order)
      say(at, bought.line)
      count('orders')
    } else if (bought.reason === 'nothing-found') {
      say(at, bought.line)
      count('buyers who found nothing')
    }
  }

  async function act({ orderStory, act: due }: { orderStory: OrderStory; act: ScheduledAction }): Promise<void> {
    orderStory.done.add(due.key)
    const { counted, line } = await perform(context, orderStory, due)
    agenda.delete(orderStory.order.id)
    say(due.at, line)
    count(counted)
  }

  async function tellTraffic(now: number): Promise<void> {
    trafficAt = now + Math.max(trafficEvery, hour / options.speed)
    const bySeller = new Map<string, ReturnType<typeof trafficOf>[]>()
    for (const [seller, offers] of Map.groupBy(marketplace.offers(), (offer) => offer.seller)) {
      const listings = new Map(offers.map((offer) => [offer.item, offer]))
      bySeller.set(
        seller,
        [...listings.values()].map((offer) => trafficOf(story, offer, { now, speed: options.speed })),
      )
    }
    for (const [seller, lines] of bySeller)
      for (let from = 0; from < lines.length && !signal.aborted; from += linesOfTraffic) {
        const body = lines.slice(from, from + linesOfTraffic)
        await client.ask({ method: 'POST', path: `/sellers/${encodeURIComponent(seller)}/traffic`, body })
        count('listings’ traffic', body.length)
      }
  }
}

function arrivalOf(story: string, number: number, perDay: number): StoryTime {
  let at = storyBegins
  for (let each = 1; each <= number; each += 1)
    at = nextArrival(createRandom(`${orderId(story, each)} comes`), at, perDay)
  return at
}

const steps: Readonly<Record<string, string>> = {
  'order.shipped': 'ships',
  'order.parcel_voided': 'takes back a parcel of',
  'order.handed_over': 'hands over',
  'order.hand_over_undone': 'takes back the handover of',
  'order.cancelled': 'cancels',
  'order.lines_cancelled': 'cancels part of',
  'order.cancellation_declined': 'does not cancel',
  'order.refunded': 'has refunded',
  'message.sent': 'writes about',
}

/** Log line about a seller's action; null for actions of buyers and carriers, which log themselves. */
function describeEvent({ type, data }: EventAnswer): string | null {
  const { order, seller } = data
  if (!order) return null
  const step = steps[type]
  if (step) return `${seller} ${step} ${order.id}`
  const told = data.case
  return told && type.endsWith('.changed')
    ? `case ${told.number} of ${order.id} is ${told.state.toLowerCase().replaceAll('_', ' ')}`
    : null
}

/**
 * Time of the next buyer's arrival: a Poisson process with an hourly rate, higher in the evening and on Sundays. Always
 * later than `from`.
 * @param random one number is drawn
 * @param perDay buyers on an average day; positive
 */
export function nextArrival(random: Random, from: StoryTime, perDay: number): StoryTime {
  // Expected arrivals until the next one (exponential distribution).
  let left = -Math.log(1 - random.next())
  let at = from
  for (;;) {
    const perHour = (perDay / 24) * buyingWeight(weekdayOf(at), hourOf(at))
    const end = (Math.floor(at / hour) + 1) * hour
    const until = at + (left / perHour) * hour
    if (until < end) return Math.max(Math.ceil(until), from + 1)
    left -= ((end - at) / hour) * perHour
    at = end
  }
}

import type { Connected } from './connected.ts'
import type { Operations } from './hub-api.ts'
import type { RefusedThing } from './outbox.ts'
import { retryRefused, type RefusedName } from './retry-refused.ts'
import type { Why } from './source.ts'
import { kitVersion } from './version.ts'

type Report = Operations['saveConnection']['body']
export type SendAgain = NonNullable<Operations['saveConnection']['answer']['sendAgain']>

/** Maximum items in a report. */
const most = 200

/** Codes of items that wait for something else. */
const waitingCodes: readonly (string | null)[] = ['draft', 'looks-like-another']

const isWaiting = (code: string | null) => waitingCodes.includes(code)

const kinds = {
  listing: { direction: 'TO_HUB', kind: 'LISTING' },
  order: { direction: 'TO_HUB', kind: 'ORDER' },
  shipment: { direction: 'TO_SHOP', kind: 'PARCEL' },
  refund: { direction: 'TO_SHOP', kind: 'REFUND' },
  stock: { direction: 'TO_SHOP', kind: 'STOCK' },
  cancellation: { direction: 'TO_SHOP', kind: 'CANCELLATION' },
  handOver: { direction: 'TO_SHOP', kind: 'HAND_OVER' },
  offer: { direction: 'TO_SHOP', kind: 'OFFER' },
  question: { direction: 'TO_SHOP', kind: 'QUESTION' },
  sale: { direction: 'TO_SHOP', kind: 'SALE' },
} as const

interface Reporting {
  /** Of the connection, in the hub. */
  name: string
  version?: string
  /** Milliseconds between reports. */
  every: number
}

/** Reports the outbox to the hub; resolves with what its operator asked to resend. */
export async function report(
  connected: Connected,
  { name, version: own, every }: Reporting,
): Promise<SendAgain | null> {
  const { hub, source, outbox } = connected
  const version = await source.version?.().catch(() => null)
  const failure = await outbox.place('failure')
  const why = failure && (await outbox.place('failureWhy'))
  const body: Report = {
    shop: { kind: textOf(source.name, 60), version: version ? textOf(version, 60) : null },
    connector: { version: own ? textOf(own, 60) : null, kit: kitVersion },
    reportsEvery: Math.ceil(every / 1000),
    shopReadAt: await outbox.place('shopRead'),
    hubReadAt: await outbox.place('round'),
    after: await outbox.place('events'),
    failure: failure && textOf(failure, 1_000),
    ...(why ? failureFields(JSON.parse(why) as Why) : {}),
    counts: await countsOf(connected),
    takesOffers: source.offers !== undefined,
    refused: (await outbox.refused(most)).map((thing) => ({
      ...nameOf(thing),
      about: thing.about && textOf(thing.about, 300),
      reason: textOf(thing.reason, 1_000),
      ...(thing.why ? codedOf(thing.why) : {}),
      since: thing.since,
    })),
    sentAgain: await outbox.place('sentAgain'),
  }
  const { sendAgain } = await hub.call('saveConnection', { path: { connection: name }, body })
  return sendAgain
}

/** Resends what the operator asked for, and records that for the next report. */
export async function obey(connected: Connected, { askedAt, all, items }: SendAgain): Promise<void> {
  const asked = new Set(items.map(keyOf))
  await retryRefused(connected, (thing) => all || asked.has(keyOf(nameOf(thing))))
  await connected.outbox.keepPlace('sentAgain', askedAt)
}

async function countsOf({ outbox }: Pick<Connected, 'outbox'>): Promise<Report['counts']> {
  const states = await outbox.counts()
  const reasons = await outbox.reasons()
  const sumOf = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)
  const applied = states.filter(({ kind }) => kind !== 'listing' && kind !== 'order')
  const sent = (of: string) => sumOf(states.filter(({ kind, state }) => kind === of && state !== 'REFUSED'))
  return {
    listings: sent('listing'),
    orders: sent('order'),
    told: sumOf(applied.filter(({ state }) => state === 'TOLD')),
    waiting: sumOf(reasons.filter(({ code }) => isWaiting(code))),
    refused:
      sumOf(reasons.filter(({ code }) => !isWaiting(code))) + sumOf(applied.filter(({ state }) => state === 'REFUSED')),
  }
}

const nameOf = ({ kind, seller, id }: RefusedName | RefusedThing) => ({
  ...kinds[kind],
  seller: textOf(seller, 100),
  id: textOf(id, 300),
})

const keyOf = ({ kind, seller, id }: { kind: string; seller: string; id: string }) => JSON.stringify([kind, seller, id])

/** Most values of a reason, as the hub accepts them. */
const mostParams = 20

const codedOf = (why: Why) => ({ code: textOf(why.code, 60), params: paramsOf(why) })

function failureFields(why: Why) {
  const { code: failureCode, params: failureParams } = codedOf(why)
  return { failureCode, failureParams }
}

const paramsOf = ({ params = {} }: Why) =>
  Object.fromEntries(
    Object.entries(params)
      .slice(0, mostParams)
      .map(([name, value]) => [textOf(name, 40), typeof value === 'string' ? textOf(value, 1_000) : value]),
  )

/** A text as the hub accepts it: bounded and without control characters. */
const textOf = (text: string, longest: number) =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, longest)
    .toWellFormed() || '–'

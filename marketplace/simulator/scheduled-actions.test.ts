import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { day, hour } from '#lib/duration.ts'
import type { EventAnswer, OrderAnswer } from './answers.ts'
import { scheduledActions, type ScheduledAction, type SimulatedAction } from './scheduled-actions.ts'
import { startPace, weekdayOf } from './story-time.ts'
import { isOver, noteCase, noteEvent, noteOrder, type OrderStory, type OrderStories } from './order-story.ts'
import { parcelJourney, buyerBehaviour } from './buyer-behaviour.ts'

const placed = Date.parse('2026-11-23T08:00:00Z')
/** Real time, so that due times are in the story's hours. */
const pace = startPace({ speed: 1, wall: placed, story: 8 * hour })
const at = (span: number) => new Date(placed + span).toISOString()

type Part = Partial<OrderAnswer>
function order(id: string, part: Part = {}): OrderAnswer {
  const line = { line: 1, item: '110000000001', title: 'Leica M3', quantity: 2, shipped: 0, cancelled: 0 }
  return {
    id,
    status: 'AWAITING_SHIPMENT',
    placedAt: at(0),
    paidAt: at(0),
    buyer: { username: 'anna' },
    shipTo: { country: 'GB' },
    total: { value: '45.00', currency: 'GBP' },
    lines: [line],
    parcels: [],
    refunds: [],
    ...part,
  }
}

const sent = (state: string, deliveredAt: string | null = null): Part => ({
  status: state === 'DELIVERED' ? 'DELIVERED' : 'SHIPPED',
  lines: [{ ...order('').lines[0]!, shipped: 2 }],
  parcels: [{ id: 'k1', carrier: 'DHL', trackingNumber: 'JD1', state, shippedAt: at(day), deliveredAt }],
})

function tell(told: OrderAnswer): OrderStory {
  return noteOrder(new Map(), { seller: 'lens', country: 'GB' }, told)
}

/** Enough orders to include each fate. */
const ids = Array.from({ length: 600 }, (_, index) => `sim-7-${index + 1}`)
const kinds = (acts: ScheduledAction[]) => acts.map(({ action }) => action.kind)
/** The acts of each order in a given state. */
const told = (part: Part) => ids.map((id) => ({ id, acts: scheduledActions(tell(order(id, part)), pace) }))
const some = (all: { acts: ScheduledAction[] }[], kind: SimulatedAction['kind']) =>
  all.filter(({ acts }) => kinds(acts).includes(kind)).length
/** Expects a percentage in a range. */
const expectShare = (count: number, [least, most]: [number, number]) => {
  expect((count / ids.length) * 100).toBeGreaterThanOrEqual(least)
  expect((count / ids.length) * 100).toBeLessThanOrEqual(most)
}

describe('the scheduled actions of an order', () => {
  it('follow from its id and the hub’s events, each once', () => {
    for (const { id, acts } of told(sent('DELIVERED', at(3 * day)))) {
      expect(scheduledActions(tell(order(id, sent('DELIVERED', at(3 * day)))), pace)).toEqual(acts)
      expect(new Set(acts.map(({ key }) => key)).size).toBe(acts.length)
      for (const act of acts) expect(Number.isFinite(act.at) && act.at >= placed).toBe(true)
    }
  })

  it('never precede their cause, at any speed', () => {
    expectForAll(fc.integer({ min: 1, max: 100_000 }), fc.nat(100_000), (speed, number) => {
      const quick = startPace({ speed, wall: placed, story: 8 * hour })
      const shipped = scheduledActions(tell(order(`sim-1-${number}`, sent('IN_TRANSIT'))), quick)
      for (const act of shipped) expect(act.at).toBeGreaterThan(act.action.kind === 'track' ? placed + day : placed)
    })
  })

  it('before shipping: a few ask, cancel or get impatient; nobody returns, rates or reports a missing item', () => {
    const all = told({})
    expectShare(some(all, 'ask-to-cancel'), [1, 5])
    expectShare(some(all, 'write'), [30, 60])
    for (const kind of ['track', 'open-return', 'open-not-received', 'rate', 'pay'] as const)
      expect(some(all, kind)).toBe(0)
  })

  it('without payment: most pay with the order, others later, a few never', () => {
    const pays = ids.filter((id) =>
      scheduledActions(tell(order(id, { paidAt: null, status: 'AWAITING_PAYMENT' })), pace).some(
        ({ action }) => action.kind === 'pay' && action.state === 'PAID',
      ),
    )
    expectShare(pays.length, [6, 16])
    expectShare(ids.filter((id) => buyerBehaviour(id).paying === 'NEVER').length, [0.3, 4])
  })

  it('after shipping: scans; most arrive, some late, a few never and are reported missing', () => {
    const all = told(sent('SHIPPED'))
    const tracks = (event: string) =>
      all.filter(({ acts }) => acts.some(({ action }) => action.kind === 'track' && action.event === event)).length
    expect(tracks('SCANNED')).toBe(ids.length)
    expectShare(tracks('DELIVERED'), [94, 99])
    const never = all.filter(({ id }) => wayOf(id).fate === 'LOST')
    for (const { acts } of never) expect(kinds(acts)).toContain('open-not-received')
    expect(never.length).toBeGreaterThan(0)
  })

  it('after delivery: some returns, feedback from half, no missing reports; nothing more after a cancellation', () => {
    const all = told(sent('DELIVERED', at(3 * day)))
    expectShare(some(all, 'open-return'), [4, 11])
    expectShare(some(all, 'rate'), [45, 65])
    expect(some(all, 'open-not-received')).toBe(0)
    expect(some(told({ status: 'CANCELLED' }), 'write')).toBe(0)
  })

  it('happen once', () => {
    for (const id of ids.slice(0, 50)) {
      const orderStory = tell(order(id, sent('SHIPPED')))
      for (const { key } of scheduledActions(orderStory, pace)) orderStory.done.add(key)
      expect(scheduledActions(orderStory, pace)).toEqual([])
    }
  })
})

const wayOf = (id: string) => parcelJourney(id, 0, { isAbroad: false, sentAt: 8 * hour + day })

describe('a parcel', () => {
  it('is scanned before it arrives, by day, in time, never on a Sunday', () => {
    expectForAll(fc.string(), fc.nat(60 * day), fc.boolean(), (id, sentAt, isAbroad) => {
      const way = parcelJourney(id, 0, { isAbroad, sentAt })
      if (way.arrivesAfter === null) {
        expect(way.fate).toBe('LOST')
        return
      }
      const most = isAbroad ? 6 : 3
      expect(way.arrivesAfter).toBeGreaterThan(way.scannedAfter)
      expect(weekdayOf(sentAt + way.arrivesAfter)).not.toBe(7)
      expect(way.arrivesAfter).toBeLessThan((most + (way.fate === 'LATE' ? 9 : 0) + 3) * day)
    })
  })

  it('arrives on time nine times in ten', () => {
    expectShare(ids.filter((id) => wayOf(id).fate === 'ARRIVES').length, [88, 96])
  })
})

describe('a case', () => {
  const orderStory = (id: string) => tell(order(id, sent('DELIVERED', at(3 * day))))
  const moved = (id: string, state: string, offerPercent: number | null = null) => {
    const one = orderStory(id)
    noteCase(one, { number: '5-00000001', kind: 'RETURN', state, offerPercent }, placed + 5 * day)
    return scheduledActions(one, pace).flatMap(({ action }) => (action.kind === 'step' ? [action.step] : []))
  }
  const steps = (...of: Parameters<typeof moved> extends [string, ...infer Rest] ? Rest : never) =>
    new Set(ids.slice(0, 200).flatMap((id) => moved(id, ...of)))

  it('continues as the seller answered', () => {
    expect(steps('PARTIAL_REFUND_REQUESTED', 30)).toEqual(new Set(['take-offer', 'refuse-offer']))
    expect(steps('ITEM_READY_TO_SHIP')).toEqual(new Set(['send-back', 'withdraw']))
    expect(steps('ITEM_SHIPPED')).toEqual(new Set(['delivered-back']))
    expect(steps('RETURN_REJECTED')).toEqual(new Set(['escalate']))
    expect(steps('ESCALATED')).toEqual(new Set(['decide-for-buyer', 'decide-for-seller']))
  })

  it('waits on the seller’s turn, or if nobody must act', () => {
    for (const state of ['RETURN_REQUESTED', 'RETURN_LABEL_PENDING', 'ITEM_DELIVERED', 'REFUND_INITIATED', 'CLOSED'])
      expect([...steps(state)], state).toEqual([])
  })

  it('keeps its order open until it is closed', () => {
    const one = orderStory('sim-7-1')
    expect(isOver(one)).toBe(true)
    noteCase(one, { number: '5-00000001', kind: 'RETURN', state: 'RETURN_REQUESTED', offerPercent: null }, placed)
    expect(isOver(one)).toBe(false)
    noteCase(one, { number: '5-00000001', kind: 'RETURN', state: 'CLOSED', offerPercent: null }, placed)
    expect(isOver(one)).toBe(true)
  })
})

it('the hub’s events are processed once, however often they are sent', () => {
  const orderStories: OrderStories = new Map()
  const event: EventAnswer = {
    type: 'return.opened',
    timestamp: at(hour),
    data: {
      seller: 'lens',
      order: order('sim-7-1', sent('DELIVERED', at(3 * day))),
      case: { number: '5-00000001', kind: 'RETURN', state: 'RETURN_REQUESTED', offerPercent: null },
    },
  }
  noteEvent(orderStories, event, 'GB')
  noteEvent(orderStories, event, 'GB')
  expect([...orderStories.get('sim-7-1')!.cases.values()]).toMatchObject([{ moves: 1, since: placed + hour }])
})

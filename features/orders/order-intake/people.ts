import type { PushedAddress, PushedBuyer, PushedOrder } from './pushed-order.ts'

export interface PeopleFacts {
  buyers: readonly { id: number; username: string | null; externalId: string | null }[]
  /** Addresses of these buyers, with the index of the order that has the same one. */
  addresses: readonly { id: number; buyerId: number; nth: number }[]
}

/** Rows to write, by column name. */
export interface PeopleRows {
  buyers: object[]
  /** Known buyers with a new id or user name. */
  moved: object[]
  addresses: object[]
}

interface Person {
  id: number
  /** User name for matching orders without a buyer id; null for guests, or if another buyer now has the name. */
  username: string | null
  externalId: string | null
}

/** The person with the buyer's id; without one, with their user name. */
export function findPerson<P extends Omit<Person, 'id'>>(
  all: readonly P[],
  { id, username }: Pick<PushedBuyer, 'id' | 'username'>,
): P | undefined {
  const byId = id === null ? undefined : all.find((person) => person.externalId === id)
  if (byId) return byId
  const byName = username === null ? undefined : all.find((person) => person.username === username)
  return id === null || byName?.externalId === null ? byName : undefined
}

export interface OrderBuyer {
  id: number
  username: string
}

/**
 * Known and new buyers with their addresses. The marketplace's id identifies a buyer, the user name only without one. A
 * user name belongs to whoever used it last.
 */
export function createPeople(facts: PeopleFacts) {
  const known: Person[] = facts.buyers.map((buyer) => ({ ...buyer }))
  const knownBefore = new Map(facts.buyers.map((buyer) => [buyer.id, buyer]))
  const added: (Person & { name: string })[] = []
  const addresses: PeopleRows['addresses'] = []
  const addressIds = new Map<string, number>()

  return {
    /**
     * Finds or adds the buyer of an order and updates their data. A historical order (`isPast`) takes no user name from
     * the buyer who has it now.
     */
    take(buyer: PushedBuyer, ids: { id: number; guestName: string; isPast?: boolean }): OrderBuyer {
      let person = findPerson([...known, ...added], buyer)
      if (!person) {
        const fresh = { id: ids.id, username: null, externalId: buyer.id, name: buyer.name }
        added.push(fresh)
        person = fresh
      }
      person.externalId ??= buyer.id
      const isFree = !ids.isPast || ![...known, ...added].some(({ username }) => username === buyer.username)
      if (buyer.username !== null && isFree) {
        for (const other of [...known, ...added]) if (other.username === buyer.username) other.username = null
        person.username = buyer.username
      }
      return { id: person.id, username: person.username ?? person.externalId ?? ids.guestName }
    },
    /** Id of the buyer's identical address, added if necessary. */
    addressOf(
      address: PushedAddress,
      { buyerId, nth, fresh }: { buyerId: number; nth: number; fresh: number },
    ): number {
      const here = facts.addresses.find((row) => row.nth === nth && row.buyerId === buyerId)
      if (here) return here.id
      const key = JSON.stringify([buyerId, address])
      const before = addressIds.get(key)
      if (before !== undefined) return before
      addressIds.set(key, fresh)
      addresses.push({ id: fresh, buyer_id: buyerId, ...address })
      return fresh
    },
    rows(): PeopleRows {
      const changed = known.filter((person) => {
        const before = knownBefore.get(person.id)
        return before?.username !== person.username || before.externalId !== person.externalId
      })
      return {
        buyers: added.map(({ id, username, externalId, name }) => ({ id, username, name, external_id: externalId })),
        moved: changed.map(({ id, username, externalId }) => ({ id, username, external_id: externalId })),
        addresses,
      }
    },
  }
}

/** An order's columns about buyer and recipient, and the shop's own data. */
export function peopleOf({ buyer, taxNumbers, gift, billTo, metadata, group }: PushedOrder) {
  return {
    buyer_name: buyer.name,
    buyer_email: buyer.email,
    tax_numbers: taxNumbers.length > 0 ? taxNumbers : null,
    gift_message: gift?.message ?? null,
    gift_hides_prices: gift?.hidePrices ?? null,
    bill_to: billTo,
    metadata,
    order_group: group,
  }
}

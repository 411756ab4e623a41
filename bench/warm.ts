import type { Visitor } from './visitor.ts'

/**
 * Requests after which V8 compiles no more code of a list page; until then CPU time falls by a third. A hub in use
 * reaches this within minutes.
 */
const enough = 2_000

/** Warms a hub by its most used lists, on all connections and so all processes. */
export async function warmHub(visitor: Pick<Visitor, 'get'>, connections = 1): Promise<void> {
  const lists = ['/sh/ord', '/sh/lst/active']
  for (let sent = 0; sent < enough; sent += connections)
    await Promise.all(Array.from({ length: connections }, (_, nth) => visitor.get(lists[(sent + nth) % lists.length]!)))
}

export async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < times; done += 1) await work()
}

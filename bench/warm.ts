import type { Visitor } from './visitor.ts'

/**
 * Requests after which V8 compiles no more code of a list page; until then CPU time falls by a third. A hub in use
 * reaches this within minutes.
 */
const enough = 2_000

/** Warms a hub by its most used lists. */
export async function warmHub(visitor: Pick<Visitor, 'get'>): Promise<void> {
  const lists = ['/sh/ord', '/sh/lst/active']
  for (let sent = 0; sent < enough; sent += 1) await visitor.get(lists[sent % lists.length]!)
}

export async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < times; done += 1) await work()
}

import type { Visitor } from './visitor.ts'

/**
 * Requests after which V8 compiles nothing more of what a list page runs: until then a page's processor time falls by a third.
 * A hub that sellers work in has served as many within minutes of its start.
 */
const enough = 2_000

/** Makes a hub what it is all day, by the lists that are opened most; by all connections of the visitor, and so all processes. */
export async function warmHub(visitor: Visitor, connections = 1): Promise<void> {
  const lists = ['/sh/ord', '/sh/lst/active']
  for (let asked = 0; asked < enough; asked += connections)
    await Promise.all(
      Array.from({ length: connections }, (_, nth) => visitor.get(lists[(asked + nth) % lists.length]!)),
    )
}

/** Does the same so many times, one after the other. */
export async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < times; done += 1) await work()
}

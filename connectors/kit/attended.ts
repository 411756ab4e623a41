/** Milliseconds between two looks while the shop prepares what comes next. */
const every = 100

/** Yields what a list has. While that is awaited, as a page of a slow shop, `meanwhile` runs. */
export async function* attended<T>(list: AsyncIterable<T>, meanwhile: () => Promise<void>): AsyncGenerator<T> {
  let tick = Promise.withResolvers<void>()
  const timer = setInterval(() => {
    tick.resolve()
    tick = Promise.withResolvers()
  }, every)
  const items = list[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = items.next()
      const state = { isPending: true }
      const settle = () => {
        state.isPending = false
      }
      const settled = next.then(settle, settle)
      while (state.isPending) {
        await Promise.race([settled, tick.promise])
        if (state.isPending) await meanwhile()
      }
      const { done, value } = await next
      if (done) return
      yield value
    }
  } finally {
    clearInterval(timer)
    await items.return?.()
  }
}

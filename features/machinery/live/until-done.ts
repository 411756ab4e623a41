/** Milliseconds after which what could not be read is asked for again: at first, and at most after doubling. */
const againMs = { first: 5_000, most: 300_000 }

/** Does some work whenever it is called, and where that says that it is not done by itself again, less and less often. */
export function untilDone(work: () => Promise<boolean>, signal: AbortSignal): () => void {
  let again: ReturnType<typeof setTimeout> | undefined
  let wait = againMs.first
  signal.addEventListener('abort', () => clearTimeout(again))
  const follow = async () => {
    clearTimeout(again)
    const isDone = await work()
    if (!isDone && !signal.aborted) again = setTimeout(() => void follow(), wait)
    wait = isDone ? againMs.first : Math.min(wait * 2, againMs.most)
  }
  return () => void follow()
}

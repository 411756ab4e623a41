/** Retry delays in milliseconds: initial, and maximum after doubling. */
const againMs = { first: 5_000, most: 300_000 }

/** Runs work on each call, and retries with increasing delays while it returns false. */
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

const open: (() => Promise<unknown>)[] = []

/**
 * Has `close` called after the tests of the calling file, what came last first. Unlike `afterAll` it may be said anywhere:
 * in a hook or a test too, where Vitest does not listen to new hooks any more.
 */
export function afterTestFile(close: () => Promise<unknown>): void {
  open.push(close)
}

/** Closes all that the file has left open; throws what was thrown first, when the rest is closed too. */
export async function closeAfterTestFile(): Promise<void> {
  const failures: unknown[] = []
  for (let close = open.pop(); close; close = open.pop()) await close().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

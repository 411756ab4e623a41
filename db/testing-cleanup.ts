const open: (() => Promise<unknown>)[] = []

/**
 * Calls `close` after the tests of the calling file, in reverse order. Unlike `afterAll` it also works inside hooks and
 * tests.
 */
export function afterTestFile(close: () => Promise<unknown>): void {
  open.push(close)
}

/** Closes everything the file left open, then throws the first error. */
export async function closeAfterTestFile(): Promise<void> {
  const failures: unknown[] = []
  for (let close = open.pop(); close; close = open.pop()) await close().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

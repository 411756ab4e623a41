/** Names that one tab of the browser holds at a time. */
export interface TabLocks {
  /** Runs `work` once no other tab holds the name, and holds it until `work` settles. Rejects when `signal` aborts. */
  request(name: string, options: { signal?: AbortSignal }, work: () => Promise<unknown>): Promise<unknown>
  query(): Promise<{ held?: { name?: string }[] }>
}

/** Web Locks, which end with their tab even if it crashes; on plain HTTP, where browsers offer none, leases. */
export async function tabLocks(): Promise<TabLocks> {
  // oxlint-disable-next-line no-restricted-properties -- absent on plain HTTP, as handled here
  return (navigator as Partial<Navigator>).locks ?? (await import('./lease-locks.ts')).leaseLocks(localStorage)
}

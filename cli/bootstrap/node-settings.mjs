/**
 * Size of V8's young generation in MB. By default it grows with the machine's memory: 485 instead of 300 MB after
 * thousands of pages, for a tenth less CPU time. The next smaller size, 8, costs 5 % more CPU per page.
 */
const youngHeap = '--max-semi-space-size=16'

/**
 * Growth of the old generation in percent before a collection; by default up to fourfold. With four clients the hub
 * uses 245 instead of 355 MB, for 5 % more CPU time.
 */
const oldHeap = '--heap-growing-percent=100'

/** Frees startup memory before the first request (`server/serve.ts`): 50 of 200 MB. */
const exposeGc = '--expose-gc'

export const nodeFlags = ['--disable-warning=ExperimentalWarning', youngHeap, oldHeap, exposeGc]

/** Variables that Node needs at start. glibc rarely frees its per-thread heaps: limiting them to two saves 20 MB. */
export const nodeVariables = { MALLOC_ARENA_MAX: '2' }

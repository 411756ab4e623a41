/**
 * The young part of the heap, in MB. By itself it grows with the machine's memory, and with it the hub after thousands of
 * pages, to 485 MB instead of 300, for a tenth of processor time. With 8, the next that V8 knows, pages cost a twentieth more.
 */
const youngHeap = '--max-semi-space-size=16'

/**
 * How much the old part of the heap may grow, in percent of what was in use, before it is collected anew: by itself up to
 * four times as much. With four clients the hub keeps to 245 MB instead of 355, for a twentieth of processor time.
 */
const oldHeap = '--heap-growing-percent=100'

/** What only the start needed is given back before the first visitor comes (`server/serve.ts`): 50 MB of 200. */
const exposeGc = '--expose-gc'

/** With what Node runs the project's TypeScript files; the benchmark measures with the same. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning', youngHeap, oldHeap, exposeGc]

/**
 * Variables that must be there when Node starts. Memory that glibc keeps for each thread's own use is seldom given back:
 * two heaps for all of them save 20 MB.
 */
export const nodeVariables = { MALLOC_ARENA_MAX: '2' }

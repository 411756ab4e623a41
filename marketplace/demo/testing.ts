import { testDatabase, testTemplate, type TestDatabase } from '#db/testing.ts'
import type { PictureStore } from '#features/listing-pictures/picture-store.server.ts'
import { loadDemo } from './load.ts'

/** The moment of the tests' demo marketplace, and what its randomness is drawn from. */
export const demoMoment = { now: new Date('2026-11-20T14:05:00Z'), seed: 'test' }

/** A store that keeps of each file only what `keep` makes of it. */
export const emptyStore = (keep: (file: Parameters<PictureStore['put']>[0], bytes: number) => void): PictureStore => ({
  place: 'here',
  put: async (file, bytes) => keep(file, bytes.length),
  get: async () => null,
  remove: async () => {},
})

/** A database of the calling file's own with the demo marketplace of `demoMoment`. */
export async function demoDatabase(): Promise<TestDatabase> {
  return testDatabase({
    template: await testTemplate('hub_demo_of_moment', ({ owner }) =>
      loadDemo({ owner, ...demoMoment, store: emptyStore(() => {}) }),
    ),
  })
}

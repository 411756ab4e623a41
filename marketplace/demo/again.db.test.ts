import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { loadDemo } from './load.ts'
import { demoDatabase, demoMoment, fingerprints, emptyStore } from './testing.ts'

// Run by name when the demo or its data has changed: `npm test -- demo/again`.

it('the demo has the same rows for the same seed and moment', async () => {
  const one = await demoDatabase()
  const other = await testDatabase()
  await loadDemo({ owner: other.owner, ...demoMoment, store: emptyStore(() => {}) })
  expect(await fingerprints(other.owner)).toEqual(await fingerprints(one.owner))
})

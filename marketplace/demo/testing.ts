import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { inject } from 'vitest'
import type { Schema } from '#db/schema.ts'
import { testDatabase, testTemplate, type TestDatabase } from '#db/testing.ts'
import { fileNameOf, type PictureStore } from '#features/core/listing-pictures/picture-store.server.ts'
import { loadDemo, type DemoOutcome } from './load.ts'

/** The moment of the tests' demo marketplace, and what its randomness is drawn from. */
export const demoMoment = { now: new Date('2026-11-20T14:05:00Z'), seed: 'test' }

/** A store that keeps of each file only what `keep` makes of it. */
export const emptyStore = (keep: (file: Parameters<PictureStore['put']>[0], bytes: number) => void): PictureStore => ({
  place: 'here',
  put: async (file, bytes) => keep(file, bytes.length),
  get: async () => null,
  remove: async () => {},
})

/** What was told and kept while the demo marketplace was loaded. */
export interface DemoLoading {
  outcome: DemoOutcome
  /** Each table of each seller, as it was told. */
  told: string[]
  /** Files of photos by name, with their lengths. */
  files: Record<string, number>
}

/** A database of the calling file's own with the demo marketplace of `demoMoment`. */
export async function demoDatabase(): Promise<TestDatabase> {
  return testDatabase({
    template: await testTemplate('hub_demo_of_moment', async ({ owner }) =>
      writeFile(fileOfLoading(), JSON.stringify(await loadNoting(owner))),
    ),
  })
}

/** How that of `demoDatabase` was loaded: once a test run, perhaps by another process. */
export async function demoLoading(): Promise<DemoLoading> {
  return JSON.parse(await readFile(fileOfLoading(), 'utf8')) as DemoLoading
}

const fileOfLoading = () => path.join(inject('cluster').dataDir, 'demo-of-moment.json')

async function loadNoting(owner: Kysely<Schema>): Promise<DemoLoading> {
  const told: string[] = []
  const files: DemoLoading['files'] = {}
  const outcome = await loadDemo({
    owner,
    ...demoMoment,
    store: emptyStore((file, bytes) => void (files[fileNameOf(file)] = bytes)),
    onProgress: ({ seller, table }) => told.push(`${seller} ${table}`),
  })
  return { outcome, told, files }
}

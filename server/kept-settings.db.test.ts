import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { readConfig } from './config.ts'
import { StartError } from './failures.ts'
import {
  withHubAddress,
  storeSettings,
  secretFingerprint,
  readKeptSettings,
  requireSameSecret,
} from './kept-settings.ts'

const db = (await testDatabase()).owner
const urlOf = (env: Record<string, string>, kept: Awaited<ReturnType<typeof readKeptSettings>>) =>
  withHubAddress(readConfig(env), env, kept).publicUrl

it('a command uses the settings of the last started hub, unless it gets its own', async () => {
  expect(urlOf({}, await readKeptSettings(db))).toBe('http://localhost:3000')
  const start = (publicUrl: string, secret: string) =>
    storeSettings(db, { publicUrl, secretMark: secretFingerprint(secret) })
  expect(await start('https://old.example', 'old')).toBeNull()
  expect(await start('https://hub.example', 'new')).toMatch(/^HUB_SECRET differs from the one last used/)
  expect(await start('https://hub.example', 'new')).toBeNull()
  const kept = await readKeptSettings(db)
  expect(urlOf({ DATA_DIR: '/x', PORT: '' }, kept)).toBe('https://hub.example')
  expect(urlOf({ PORT: '8080' }, kept)).toBe('http://localhost:8080')
  expect(urlOf({ PUBLIC_URL: 'https://other.example' }, kept)).toBe('https://other.example')
  requireSameSecret('new', kept)
  requireSameSecret('any', {})
  expect(() => requireSameSecret('old', kept)).toThrow(StartError)
  expect(JSON.stringify(kept)).not.toContain('"new"')
})

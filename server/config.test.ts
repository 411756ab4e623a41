import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig, variables } from './config.ts'

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      demo: true,
      defaultLocale: 'en',
    })
  })

  it('loads the demo into its own database by itself, and into the operator’s only where asked to', () => {
    const DATABASE_URL = 'postgres://hub:secret@db.example/hub'
    expect(readConfig({ DATABASE_URL }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL, HUB_DEMO: 'auto' }).demo).toBe(true)
    expect(readConfig({ HUB_DEMO: 'off' }).demo).toBe(false)
  })

  it('shows its metrics to this machine only, unless told otherwise', () => {
    expect(readConfig({ HOST: '0.0.0.0' }).metricsHost).toBe('127.0.0.1')
    expect(readConfig({ METRICS_HOST: '10.0.0.7' }).metricsHost).toBe('10.0.0.7')
  })

  it('names each bad variable at once', () => {
    const read = () =>
      readConfig({ PORT: 'many', DATABASE_URL: 'mysql://x', BRAND_ACCENT: 'red;}', HUB_SECRET: 'short' })
    expect(read).toThrow(ConfigError)
    for (const name of ['PORT', 'DATABASE_URL', 'BRAND_ACCENT', 'HUB_SECRET']) expect(read).toThrow(name)
  })

  it('takes an empty variable as absent', () => {
    expect(readConfig({ PORT: '', STORE_URL: '' })).toMatchObject({ port: 3000, storeUrl: null })
  })

  it('takes a bucket for pictures whole, or names what is missing', () => {
    const bucket = { PICTURES_S3_BUCKET: 'hub', PICTURES_S3_KEY_ID: 'key', PICTURES_S3_SECRET: 'secret' }
    expect(readConfig({}).picturesS3).toBeNull()
    expect(() => readConfig(bucket)).toThrow(/PICTURES_S3_ENDPOINT: needed too/)
    expect(readConfig({ ...bucket, PICTURES_S3_ENDPOINT: 'https://s3.example' }).picturesS3).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'hub',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    })
  })

  it('is documented, variable by variable, in the same order', async () => {
    const text = await readFile(new URL('../docs/configuration.md', import.meta.url), 'utf8')
    expect([...text.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1])).toEqual(Object.keys(variables))
  })
})

import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { variables } from './config-variables.ts'
import { ConfigError, readConfig } from './config.ts'

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

  it('offers demo members on the sign-in page only with the demo, and without a public address or proxy', () => {
    expect(readConfig({}).demoSignIn).toContain('owner@demo.example')
    for (const env of [{ HUB_DEMO: 'off' }, { PUBLIC_URL: 'http://localhost:3000' }, { TRUST_PROXY: 'on' }])
      expect(readConfig(env).demoSignIn).toEqual([])
  })

  it('loads the demo into its own database by default, and into the operator’s only on request', () => {
    const DATABASE_URL = 'postgres://hub:secret@db.example/hub'
    expect(readConfig({ DATABASE_URL }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL, HUB_DEMO: 'auto' }).demo).toBe(true)
    expect(readConfig({ HUB_DEMO: 'off' }).demo).toBe(false)
    expect(readConfig({}).brand.supportEmail).toBe('support@demo.example')
    expect(readConfig({ HUB_DEMO: 'off' }).brand.supportEmail).toBeNull()
  })

  it('serves metrics to this machine only, unless configured otherwise', () => {
    expect(readConfig({ HOST: '0.0.0.0' }).metricsHost).toBe('127.0.0.1')
    expect(readConfig({ METRICS_HOST: '10.0.0.7' }).metricsHost).toBe('10.0.0.7')
  })

  it('serves from one process, a given number, or one per core', () => {
    expect(readConfig({}).processes).toBe(1)
    expect(readConfig({ HUB_PROCESSES: '3' }).processes).toBe(3)
    expect(readConfig({ HUB_PROCESSES: 'auto' }).processes).toBe(availableParallelism())
    expect(readConfig({ HUB_PROCESSES: '3', NODE_ENV: 'development' }).processes).toBe(1)
    for (const wrong of ['0', '-1', '100', 'many'])
      expect(() => readConfig({ HUB_PROCESSES: wrong })).toThrow('HUB_PROCESSES: a number from 1 to 99, or auto')
  })

  it('reports all bad variables at once', () => {
    const read = () =>
      readConfig({ PORT: 'many', DATABASE_URL: 'mysql://x', BRAND_ACCENT: 'red;}', HUB_SECRET: 'short' })
    expect(read).toThrow(ConfigError)
    for (const name of ['PORT', 'DATABASE_URL', 'BRAND_ACCENT', 'HUB_SECRET']) expect(read).toThrow(name)
  })

  it('names mistakes of all kinds beside each other, and nothing that only follows from a bad variable', () => {
    const problemsOf = (env: Record<string, string>) => {
      try {
        readConfig(env)
        return []
      } catch (error) {
        return error instanceof ConfigError ? error.problems : [String(error)]
      }
    }
    const missing = '/nowhere/file.json'
    const files = { POLICY_PACK: missing, CARRIERS_FILE: missing, TAXONOMY_FILE: missing, OPT_OUT_FILE: missing }
    const asked = { ...files, PORT: 'many', PAYOUT_URL: 'https://pay.example', PICTURES_S3_BUCKET: 'pictures' }
    expect(
      problemsOf(asked)
        .map((problem) => problem.replace(/:.*/, ''))
        .toSorted((one, other) => one.localeCompare(other)),
    ).toEqual([
      'CARRIERS_FILE',
      'OPT_OUT_FILE',
      'PAYOUT_SECRET',
      'PICTURES_S3_ENDPOINT',
      'PICTURES_S3_KEY_ID',
      'PICTURES_S3_SECRET',
      'POLICY_PACK',
      'PORT',
      'TAXONOMY_FILE',
    ])
    const pooled = { DATABASE_URL: 'mysql://x', DATABASE_POOLER_URL: 'postgres://a@b/c' }
    const paid = { PAYOUT_URL: 'pay.example', PAYOUT_SECRET: `whsec_${'A'.repeat(32)}` }
    expect(
      problemsOf({ ...pooled, ...paid, PORT: '-1', MARKET_PORT: '3000' }).map((problem) => problem.split(':')[0]),
    ).toEqual(['PORT', 'DATABASE_URL', 'PAYOUT_URL'])
  })

  it('takes the public address as an origin', () => {
    expect(readConfig({ PUBLIC_URL: 'https://Hub.example:443/' }).publicUrl).toBe('https://hub.example')
  })

  it.each([
    ['PUBLIC_URL', ['https://hub.example', 'http://10.0.0.7:3000', 'https://Hub.example:443/']],
    ['BRAND_ACCENT', ['#2b4bd6', '#2bd', 'rgb(43, 75, 214)', 'hsl(228deg 68% 50% / 90%)', 'oklch(52% .2 265)']],
    ['MAIL_FROM', ['hub@localhost', 'Seller Hub <hub@market.example>']],
  ])('accepts as %s %j', (name, values) => {
    for (const value of values) expect(() => readConfig({ [name]: value }), value).not.toThrow()
  })

  it.each([
    [
      'PUBLIC_URL',
      [
        'hub.example',
        'ftp://hub.example',
        'https://hub.example/sub',
        'https://hub.example/?a',
        'https://u:p@hub.example',
      ],
    ],
    ['BRAND_ACCENT', ['notacolour', 'teal', '#2b4bd', 'rgb(,,)', 'rgb(1 2 3);}', 'url(x)']],
    ['MAIL_FROM', ['foo', 'Seller Hub', 'Hub <hub>', 'a@b@c', 'hub@market.example\nBcc: x@y.example']],
    ['MARKET_URL', ['market.example', 'https://market.example/shop']],
    ['PORT', ['many', '-1', '65536', '80.5', ' ', ' 80', '0x50', '8e1']],
    ['DATABASE_URL', ['mysql://x', 'postgres://hub:pass#word@db.example/hub']],
    ['BRAND_NAME', [' ', 'Seller\nHub', 'x'.repeat(61)]],
    ['TRUST_PROXY', ['yes', '1']],
    ['SMTP_URL', ['smtp://', 'mail.example:587', 'http://mail.example']],
  ])('reports %s and its rule for %j', (name, values) => {
    for (const value of values) expect(() => readConfig({ [name]: value }), value).toThrow(new RegExp(`${name}: .{10}`))
  })

  it('reports the range of a number', () => {
    expect(() => readConfig({ DATABASE_POOL_SIZE: 'a lot' })).toThrow(
      'DATABASE_POOL_SIZE: a whole number from 2 to 200',
    )
    expect(() => readConfig({ MARKET_PORT: '99999' })).toThrow(/MARKET_PORT: .*from 0 to 65535/)
  })

  it('uses another port for the example market than for itself', () => {
    expect(readConfig({}).market?.port).toBe(3001)
    expect(readConfig({ PORT: '3001' }).market).toMatchObject({ port: 3002, url: 'http://localhost:3002' })
    expect(() => readConfig({ PORT: '4000', MARKET_PORT: '4000' })).toThrow('MARKET_PORT: a port other than PORT')
    expect(readConfig({ PORT: '4000', MARKET_PORT: '4000', HUB_DEMO: 'off' }).market).toBeNull()
  })

  it('names all problems at once: of variables, of files that are not there, and of what needs another', () => {
    const first = { PORT: 'many', POLICY_PACK: '/nowhere/pack.json', TAXONOMY_FILE: '/nowhere/taxonomy.json' }
    expect(() => readConfig(first)).toThrow(
      /PORT: (.|\n)*TAXONOMY_FILE: \/nowhere\/taxonomy\.json does not exist(.|\n)*POLICY_PACK: \/nowhere\/pack\.json does not exist/,
    )
    const second = {
      DATABASE_POOLER_URL: 'postgres://a@b/c',
      PAYOUT_URL: 'https://pay.example',
      PICTURES_S3_BUCKET: 'hub-pictures',
    }
    expect(() => readConfig(second)).toThrow(/DATABASE_POOLER_URL: (.|\n)*PICTURES_S3_ENDPOINT: (.|\n)*PAYOUT_SECRET: /)
  })

  it('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', STORE_URL: '' })).toMatchObject({ port: 3000, storeUrl: null })
  })

  it('takes a complete picture bucket, or reports what is missing', () => {
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

  it('takes a payment side whole, or names what is missing', () => {
    const PAYOUT_URL = 'https://pay.example/hub'
    const PAYOUT_SECRET = `whsec_${Buffer.alloc(24).toString('base64')}`
    expect(readConfig({}).payoutSide).toBeNull()
    expect(readConfig({ PAYOUT_URL, PAYOUT_SECRET }).payoutSide).toEqual({ url: PAYOUT_URL, secret: PAYOUT_SECRET })
    expect(() => readConfig({ PAYOUT_URL })).toThrow(/PAYOUT_SECRET: needed too/)
    expect(() => readConfig({ PAYOUT_SECRET })).toThrow(/PAYOUT_URL: needed too/)
    expect(() => readConfig({ PAYOUT_URL, PAYOUT_SECRET: 'secret' })).toThrow(/PAYOUT_SECRET: whsec_/)
  })

  it('is documented completely, in the same order', async () => {
    const text = await readFile(new URL('../docs/configuration.md', import.meta.url), 'utf8')
    expect([...text.matchAll(/^\| `([A-Z][A-Z\d_]+)` \|/gm)].map((match) => match[1])).toEqual(Object.keys(variables))
  })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('the operator’s opt-out dialog', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'hub-opt-out-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function read(content: string, env: Record<string, string> = {}) {
    const file = path.join(folder, 'opt-out.json')
    await writeFile(file, content)
    return readConfig({ OPT_OUT_FILE: file, PUBLIC_URL: 'https://hub.example', ...env })
  }

  it('is read at start', async () => {
    const content = JSON.stringify({ previousToolUrl: 'https://old.example/start' })
    const config = await read(content, { PREVIOUS_TOOL_ORIGINS: 'https://older.example, https://old.example' })
    expect(config).toMatchObject({
      optOut: { previousToolUrl: 'https://old.example/start' },
      previousToolOrigins: ['https://older.example', 'https://old.example'],
    })
    expect(readConfig({})).toMatchObject({ optOut: {}, previousToolOrigins: [] })
  })

  it('rejects a feedback link without a recipient', async () => {
    const content = JSON.stringify({ feedbackConfig: { subject: 'Why?' } })
    await expect(read(content, { HUB_DEMO: 'off' })).rejects.toThrow(/OPT_OUT_FILE: feedbackConfig\.to: must be given/)
    const config = await read(content, { HUB_DEMO: 'off', SUPPORT_EMAIL: 'help@hub.example' })
    expect(config.optOut).toEqual({ feedbackConfig: { subject: 'Why?' } })
  })

  it('rejects an unlisted previous tool, invalid JSON, a missing file, and an address that is not an origin', async () => {
    const elsewhere = read(JSON.stringify({ previousToolUrl: 'https://old.example/start' }))
    await expect(elsewhere).rejects.toThrow(ConfigError)
    await expect(elsewhere).rejects.toThrow(/OPT_OUT_FILE: previousToolUrl: https:\/\/old\.example\/start is neither/)
    await expect(read('{')).rejects.toThrow(/OPT_OUT_FILE: .*cannot be read as JSON/)
    expect(() => readConfig({ OPT_OUT_FILE: path.join(folder, 'none.json') })).toThrow(/none\.json does not exist/)
    for (const origin of ['https://old.example/path', 'old.example', 'javascript:1', '*'])
      expect(() => readConfig({ PREVIOUS_TOOL_ORIGINS: origin }), origin).toThrow('PREVIOUS_TOOL_ORIGINS')
  })
})

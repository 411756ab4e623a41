import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const key = { authorization: 'Bearer carrier_of_tests', 'content-type': 'application/json' }

async function startProcess(folder: string) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, DATA_DIR: folder, CARRIER_PORT: '0', NODE_NO_WARNINGS: '1' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = /http:\S+/.exec(line.toString())![0]
  const ask = async (address: string, body?: object) => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    return (await fetch(`${url}${address}`, { ...init, headers: key })).json()
  }
  return { child, ask }
}

it('a killed carrier comes back with what it sold, and stops when asked', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hub-carrier-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const address = {
    name: 'A',
    company: null,
    lines: ['1'],
    city: 'B',
    region: null,
    postcode: 'LS1 4DY',
    country: 'GB',
    phone: null,
    email: null,
  }
  const parcel = {
    key: 'p1',
    from: address,
    to: address,
    grams: 100,
    sizeMm: null,
    reference: '',
    customs: null,
    insuredMinor: null,
    signature: false,
    currency: 'GBP',
  }
  const before = await startProcess(folder)
  const { rates } = await before.ask('/v1/rates', { parcel })
  const buying = { rateId: rates[0].id, parcelKey: 'p1' }
  const label = await before.ask('/v1/labels', buying)
  before.child.kill('SIGKILL')
  await once(before.child, 'exit')
  const after = await startProcess(folder)
  expect(await after.ask('/v1/labels', buying)).toEqual(label)
  // A rate that was not bought is not lost either.
  expect(await after.ask('/v1/labels', { ...buying, rateId: rates[1].id })).toMatchObject({ void: null })
  const { charges } = await after.ask('/v1/charges?from=2000-01-01T00:00:00Z&until=2100-01-01T00:00:00Z')
  expect(charges.map(({ kind }: { kind: string }) => kind)).toEqual(['TOP_UP', 'LABEL', 'LABEL'])
  after.child.kill('SIGTERM')
  expect(await once(after.child, 'exit')).toEqual([0, null])
})

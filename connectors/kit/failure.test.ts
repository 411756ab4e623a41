import { expect, it } from 'vitest'
import { failureOf } from './failure.ts'
import { HubAway, HubRefusal } from './hub-client.ts'

it('a failure has a code: of the hub, of its refusal, of a shop that is away or answers otherwise, and none of the memory', async () => {
  const missing = { type: 'urn:seller-hub:problem:missing-scope', title: 'It lacks the scope.', status: 403 }
  const unreached: unknown = await fetch('http://127.0.0.1:1').catch((error: unknown) => error)
  const signal = AbortSignal.timeout(0)
  const late: unknown = await new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason)
    signal.addEventListener('abort', () => resolve(signal.reason))
  })
  const memory = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR' })
  const failures = [new HubAway('Away.'), new HubRefusal(missing), unreached, late, new Error('Vendure: no'), memory]
  expect(failures.map(failureOf)).toEqual([
    { code: 'hub-away' },
    { code: 'missing-scope', params: { detail: 'It lacks the scope.' } },
    { code: 'shop-away' },
    { code: 'shop-away' },
    { code: 'shop-fails', params: { detail: 'Vendure: no' } },
    null,
  ])
})

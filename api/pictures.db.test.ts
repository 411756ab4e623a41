import sharp from 'sharp'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { apiRoot } from './marketplace-api.ts'
import { testApi } from './testing.ts'

it('a picture that is not prepared in time is not at fault: it may be sent again later', async () => {
  const db = await testDatabase()
  await addTestSeller(db, {}, { external_id: 'shop' })
  const api = await testApi(db)
  api.hub.pictures = {
    ...api.hub.pictures,
    prepare: async () => ({ ok: false, refusal: { reason: 'busy' }, cause: 'it took longer than 10000 ms' }),
  }
  const body = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const answer = await api.raw(
    new Request(`http://localhost:3000${apiRoot}/sellers/shop/pictures`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'image/png' },
      body: new Uint8Array(body),
    }),
  )
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await answer.json()).toMatchObject({ type: 'urn:seller-hub:problem:unavailable' })
})

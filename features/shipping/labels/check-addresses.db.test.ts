import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { checkAddresses } from './check-addresses.server.ts'
import { startTestCarrier, toLeeds } from './testing.ts'

const db = await testDatabase()
const carrier = await startTestCarrier(db, () => new Date())
afterAll(() => carrier.stop())

it('says what the provider doubts and proposes, nothing of a good address, and nothing if nobody answers', async () => {
  const account = await carrier.account(await addSeller(db, 'addresses'))
  const check = (accounts = [account], ...postcodes: string[]) =>
    checkAddresses(carrier.hub, {
      accounts,
      addresses: postcodes.map((postcode) => ({ ...toLeeds.to, postcode })),
      texts: textsFor('en', 'UTC'),
    })
  expect(await check([account], 'LS1 4DY', 'ls14dy', '1')).toEqual([
    null,
    'It proposes: Ann Lantern, 12 Mill Lane, Leeds, LS1 4DY, GB',
    'The provider doubts this address: 1 is not a postcode of GB',
  ])
  await account.fault('AWAY', { path: '/v1/addresses' })
  expect(await check([account], '1')).toEqual([null])
  expect(await check([{ ...account, provider: 'KARRIO' }], '1')).toEqual([null])
  expect(await check([{ ...account, sealed_key: null }], '1')).toEqual([null])
})

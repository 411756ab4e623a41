import { it } from 'vitest'
import { freePort } from '#server/free-port.ts'
import { dataFolder } from '#server/testing-process.ts'
import { expectSameStock } from '../testing-stock.ts'
import { createAdminApi } from './admin-api.ts'
import { createMedusaSource } from './medusa-source.ts'
import { medusaIn } from './testing-medusa.ts'
import { stockOfMedusa } from './testing-stock-medusa.ts'

const seller = 's-42'

it('the units of every variant are the same in Medusa and in the hub after each quiet moment, whoever counts and whatever comes first', async () => {
  const port = await freePort()
  const shop = await medusaIn({ folder: await dataFolder(), port, seller, wakeUrl: 'http://127.0.0.1:9/' })
  await shop.start({ isNew: true })
  const env = shop.connectorEnv()
  const { MEDUSA_URL: url = '', MEDUSA_KEY: key = '' } = env
  const source = createMedusaSource(env)
  await expectSameStock({
    shop: await stockOfMedusa({ shop, source, api: createAdminApi({ url, key }) }),
    seller,
    currency: 'EUR',
    histories: 200,
  })
}, 14_400_000)

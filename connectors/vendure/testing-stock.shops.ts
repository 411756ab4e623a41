import { it } from 'vitest'
import { freePort } from '#server/free-port.ts'
import { dataFolder } from '#server/testing-process.ts'
import { expectSameStock } from '../testing-stock.ts'
import { createAdminApi } from './admin-api.ts'
import { stockOfVendure } from './testing-stock-vendure.ts'
import { vendureIn } from './testing-vendure.ts'
import { createVendureSource } from './vendure-source.ts'

const seller = 's-42'

it('the units of every variant are the same in Vendure and in the hub after each quiet moment, whoever counts and whatever comes first', async () => {
  const port = await freePort()
  const place = { folder: await dataFolder(), port, seller, wakeUrl: 'http://127.0.0.1:9/' }
  const shop = await vendureIn({ ...place, isKept: false })
  await shop.start({ isNew: true })
  const env = shop.connectorEnv()
  const { VENDURE_URL: url = '', VENDURE_USER: username = '', VENDURE_PASSWORD: password = '' } = env
  const source = createVendureSource(env)
  await expectSameStock({
    shop: await stockOfVendure({ shop, source, api: createAdminApi({ url, username, password }), port }),
    seller,
    currency: 'USD',
    histories: 200,
  })
}, 14_400_000)

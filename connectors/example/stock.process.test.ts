import { it } from 'vitest'
import { hour } from '#lib/duration.ts'
import { freePort } from '#server/free-port.ts'
import { dataFolder } from '#server/testing-process.ts'
import { expectSameStock } from '../testing-stock.ts'
import { createExampleSource } from './example-source.ts'
import { exampleShop } from './testing-shop.ts'
import { stockOf } from './testing-stock-shop.ts'

const seller = 's-42'

it(
  'the units of every variant are the same in shop and hub after each quiet moment, whoever counts and whatever comes first',
  async () => {
    const port = await freePort()
    const shop = exampleShop({ port, webhookUrl: 'http://127.0.0.1:9/', folder: await dataFolder(), seller })
    await shop.start()
    const source = createExampleSource(shop.connectorEnv)
    await expectSameStock({ shop: stockOf(shop, source), seller, currency: 'GBP', histories: 8 })
  },
  hour,
)

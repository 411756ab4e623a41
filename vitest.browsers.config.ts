import { defineConfig } from 'vitest/config'
import { coreJourneys } from './db/testing-scope.ts'
import whole from './vitest.config.ts'

/** Journeys that Firefox’s own automation, which still crashes in some, carries through. */
const inFirefox = [
  'accounts',
  'cases',
  'inventory',
  'labels',
  'market-sales',
  'navigation',
  'offers',
  'orders',
  'plain-http',
  'price-rules',
  'research',
  'sale-events',
  'ship-order',
  'uploads',
]

/** Journeys in one engine: `npm run test:browsers`, which sets the variable of the engine. */
export default defineConfig({
  test: {
    ...whole.test,
    include: process.env.WEBKIT_PATH
      ? ['e2e/webkit/*.browsers.ts']
      : process.env.FIREFOX_PATH
        ? inFirefox.map((name) => `e2e/${name}.test.ts`)
        : [...coreJourneys],
    execArgv: [...(whole.test?.execArgv ?? []), '--import', './e2e/firefox-loader.ts'],
  },
})

import { defineConfig } from 'vitest/config'
import whole from './vitest.config.ts'

/** Journeys in a stock Firefox: `npm run test:browsers`. */
export default defineConfig({
  test: {
    ...whole.test,
    execArgv: [...(whole.test?.execArgv ?? []), '--import', './e2e/firefox-loader.ts'],
  },
})

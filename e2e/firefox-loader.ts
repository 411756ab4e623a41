import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

const refused = '.send("emulation.setMediaFeaturesOverride"'

// Playwright drives a stock Firefox, but Firefox lacks this command; pages then keep the colours of the system.
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('/playwright-core/lib/coreBundle.js')) return nextLoad(url, context)
    const text = readFileSync(fileURLToPath(url), 'utf8')
    if (!text.includes(refused)) throw new Error('playwright-core no longer sends the command: remove this loader')
    const source = text.replaceAll(refused, '.sendMayFail("emulation.setMediaFeaturesOverride"')
    return { format: 'commonjs', shortCircuit: true, source }
  },
})

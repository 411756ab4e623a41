import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { buildTarget } from '../../../lib/old-browser.ts'

const entry = fileURLToPath(new URL('./frame-script.ts', import.meta.url))
const virtualModule = 'virtual:product-summary-script'

/**
 * Makes `virtual:product-summary-script`: the text of `frame-script.ts` with all that it imports, minified. It stands in
 * the framed page itself: no request of its own, and none of the hub's other code.
 */
export function frameScript(): Plugin {
  return {
    name: 'seller-hub:frame-script',
    resolveId: (id) => (id === virtualModule ? `\0${virtualModule}` : null),
    async load(id) {
      if (id !== `\0${virtualModule}`) return null
      this.addWatchFile(entry)
      return `export default ${JSON.stringify(await bundle())}`
    },
  }
}

async function bundle(): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, target: buildTarget, minify: true, lib: { entry, formats: ['iife'], name: 'frame' } },
  })
  const [output] = Array.isArray(made) ? made : [made]
  if (!output || !('output' in output) || output.output.length !== 1) throw new Error(`${entry} is not one script`)
  // It stands inside a script element, which its text must not end.
  return output.output[0].code.replaceAll('</', '<\\/')
}

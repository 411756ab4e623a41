import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { buildTarget } from '../../../lib/old-browser.ts'

const entry = fileURLToPath(new URL('./frame-script.ts', import.meta.url))
const virtualModule = 'virtual:product-summary-script'

/**
 * Provides `virtual:product-summary-script`: the minified bundle of `frame-script.ts`, inlined in the framed page to
 * avoid another request.
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
  // Prevents the text from closing its script element.
  return output.output[0].code.replaceAll('</', '<\\/')
}

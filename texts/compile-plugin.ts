import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { compileMessages } from './compile.ts'
import { usedKeys } from './used-keys.ts'

const localeModule = /\/texts\/(en|de)\.ts$/
const placeholder = /\{\s*(["']?)hub-messages\1:\s*(["'`])(.*?)\2\s*\}/

/**
 * Replaces a locale's ICU messages by compiled ones in the browser's bundle, so that no message parser is shipped; and of
 * them only those that a component in the bundle asks for: most are said by the server alone.
 */
export function compileTexts(): Plugin {
  let sources: string[] = []
  return {
    name: 'seller-hub:compile-texts',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async load(id) {
      if (!localeModule.test(id)) return null
      if (this.environment.mode === 'build') return `export const messages = { 'hub-messages': ${JSON.stringify(id)} }`
      return `export const messages = ${JSON.stringify(await readMessages(id))}`
    },
    buildEnd() {
      sources = [...this.getModuleIds()].map((id) => this.getModuleInfo(id)?.code ?? '')
    },
    async renderChunk(code) {
      const found = placeholder.exec(code)
      if (!found) return null
      const messages = await readMessages(found[3]!)
      const used = usedKeys(Object.keys(messages), sources)
      const shipped = Object.fromEntries(used.map((key) => [key, messages[key]]))
      return { code: code.replace(placeholder, () => JSON.stringify(shipped)), map: null }
    },
  }
}

async function readMessages(id: string) {
  const { messages } = (await import(pathToFileURL(id).href)) as { messages: Record<string, string> }
  return compileMessages(messages)
}

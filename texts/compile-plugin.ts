import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { compileMessages } from './compile.ts'

const localeModule = /\/texts\/(en|de)\.ts$/

/** Replaces a locale's ICU messages by compiled ones in the browser's bundle, so that no message parser is shipped. */
export function compileTexts(): Plugin {
  return {
    name: 'seller-hub:compile-texts',
    enforce: 'pre',
    async load(id) {
      if (this.environment.name !== 'client' || !localeModule.test(id)) return null
      const { messages } = (await import(pathToFileURL(id).href)) as { messages: Record<string, string> }
      return `export const messages = ${JSON.stringify(compileMessages(messages))}`
    },
  }
}

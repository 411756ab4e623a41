import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Messages } from '@lingui/core'
import type { Plugin } from 'vite'
import { compileMessages } from './compile.ts'
import { lateAreas, type LateArea } from './late-areas.ts'
import { usedKeys } from './used-keys.ts'

const areas = Object.keys(lateAreas) as LateArea[]
const localeModule = new RegExp(`/texts/(en|de)(/(${areas.join('|')}))?\\.ts$`)
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
    async buildEnd(failure) {
      if (failure || this.environment.mode !== 'build') return
      const modules = [...this.getModuleIds()].map((id) => ({ id, code: this.getModuleInfo(id)?.code ?? '' }))
      sources = modules.map(({ code }) => code)
      for (const area of areas) {
        const keys = Object.keys(await messagesIn(path.join(import.meta.dirname, `en/${area}.ts`)))
        const mayNot = modules.find(({ id, code }) => !speaks(area, id) && usedKeys(keys, [code]).length > 0)
        if (mayNot)
          this.error(`${mayNot.id} speaks texts of "${area}", which come with few pages (texts/late-areas.ts).`)
      }
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

function speaks(area: LateArea, id: string): boolean {
  return lateAreas[area].some((folder) => id.includes(`/features/${folder}/`))
}

/** The compiled messages of a locale, but for its late areas; or those of such an area. */
async function readMessages(id: string): Promise<Messages> {
  const isArea = localeModule.exec(id)?.[2] !== undefined
  const all = await messagesIn(id)
  const late = isArea ? [] : await Promise.all(areas.map((name) => messagesIn(id.replace(/\.ts$/, `/${name}.ts`))))
  return compileMessages(Object.fromEntries(Object.entries(all).filter(([key]) => !late.some((other) => key in other))))
}

/** What a module of messages exports, whatever its name. */
async function messagesIn(id: string): Promise<Record<string, string>> {
  return Object.assign({}, ...Object.values(await import(pathToFileURL(id).href)))
}

import type { Messages } from '@lingui/core'
import { pseudoLocale } from './texts.ts'

/** Messages loaded by this page. Texts hold this same object, so that areas loaded later appear in it. */
const catalogue: Messages = {}

/** Loads the compiled messages that every page may need, for the page's locale only. */
export async function loadMessages(locale: string): Promise<Messages> {
  await loadArea(locale, { de: () => import('./de.ts'), en: () => import('./en.ts') })
  return catalogue
}

export type AreaModules = Record<'de' | 'en', () => Promise<object>>

export async function loadArea(locale: string, modules: AreaModules): Promise<void> {
  const module = await modules[locale === 'de' ? 'de' : 'en']()
  for (const messages of Object.values(module)) await add(locale, compiled(messages))
}

async function add(locale: string, messages: Messages): Promise<Messages> {
  const pseudo = locale === pseudoLocale ? await import('./pseudo.ts') : null
  return Object.assign(catalogue, pseudo ? pseudo.pseudoMessages(messages) : messages)
}

/** In the browser bundle, message modules contain compiled messages: see `compile-plugin.ts`. */
function compiled(messages: unknown): Messages {
  return messages as Messages
}

import type { Messages } from '@lingui/core'
import { pseudoLocale } from './texts.ts'

/** Fetches the compiled messages of the page's locale, and of no other. */
export async function loadMessages(locale: string): Promise<Messages> {
  if (locale === 'de') return compiled(await import('./de.ts'))
  const english = compiled(await import('./en.ts'))
  if (locale !== pseudoLocale) return english
  const { pseudoMessages } = await import('./pseudo.ts')
  return pseudoMessages(english)
}

/** In the browser's bundle a locale's module holds compiled messages: see `compile-plugin.ts`. */
function compiled(module: { messages: unknown }): Messages {
  return module.messages as Messages
}

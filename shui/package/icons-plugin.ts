import path from 'node:path'
import type { Plugin } from 'vite'

const own = path.resolve(import.meta.dirname, '../icon/create-icon.tsx')

/** Replaces lucide's icon component by `shui/icon/create-icon.tsx`, for server and browser. */
export function ownIcons(): Plugin {
  let found = false
  return {
    name: 'seller-hub:own-icons',
    enforce: 'pre',
    apply: 'build',
    config: () => ({ ssr: { noExternal: ['lucide-react'] } }),
    resolveId(source, importer) {
      if (source !== '../createLucideIcon.mjs' || !importer?.includes('/lucide-react/')) return null
      found = true
      return own
    },
    buildEnd(error) {
      if (!error && !found) throw new Error('lucide-react makes its icons in another way than before')
    },
  }
}

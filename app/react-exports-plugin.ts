import * as react from 'react'
import type { Plugin } from 'vite'

const virtualId = '\0react-exports'
const names = Object.keys(react).filter((name) => /^(?!default$|module\.)[a-zA-Z]+$/.test(name))

/**
 * Gives the browser's bundle React as the ES module that it is not. Otherwise each file wraps React anew, with helpers of
 * the bundler that every page then fetches as a file of their own.
 */
export function reactExports(): Plugin {
  return {
    name: 'seller-hub:react-exports',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      // React's own files require the real one.
      if (source !== 'react' || importer === virtualId || importer?.includes('/cjs/')) return null
      return virtualId
    },
    load(id) {
      if (id !== virtualId) return null
      const each = names.map((name) => `export const ${name} = react.${name}`)
      return ["import * as react from 'react'", 'export default react', ...each].join('\n')
    },
  }
}

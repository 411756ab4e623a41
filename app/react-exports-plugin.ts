import * as react from 'react'
import * as reactDom from 'react-dom'
import type { Plugin } from 'vite'

/** What is wrapped, and what it has: the names that code can import. */
const wrapped = new Map(
  Object.entries({ react, 'react-dom': reactDom }).map(([source, exports]) => [
    source,
    Object.keys(exports).filter((name) => /^(?!default$|module\.)[a-zA-Z]+$/.test(name)),
  ]),
)
const beginning = '\0react-exports:'

/**
 * Gives the browser's bundle React as the ES modules that it is not. Otherwise each file wraps React anew, with helpers of
 * the bundler that every page then fetches as a file of their own.
 */
export function reactExports(): Plugin {
  return {
    name: 'seller-hub:react-exports',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      // React's own files require the real ones.
      if (!wrapped.has(source) || importer?.startsWith(beginning) || importer?.includes('/cjs/')) return null
      return beginning + source
    },
    load(id) {
      const source = id.startsWith(beginning) ? id.slice(beginning.length) : ''
      const names = wrapped.get(source)
      if (!names) return null
      const each = names.map((name) => `export const ${name} = whole.${name}`)
      return [`import * as whole from '${source}'`, 'export default whole', ...each].join('\n')
    },
  }
}

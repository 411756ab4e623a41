import * as react from 'react'
import * as reactDom from 'react-dom'
import type { Plugin } from 'vite'

const wrapped = new Map(
  Object.entries({ react, 'react-dom': reactDom }).map(([source, exports]) => [
    source,
    Object.keys(exports).filter((name) => /^(?!default$|module\.)[a-zA-Z]+$/.test(name)),
  ]),
)
const beginning = '\0react-exports:'

/**
 * Exposes React as ES modules to the browser bundle. Otherwise the bundler wraps React in each file, with helpers in a
 * file of their own.
 */
export function reactExports(): Plugin {
  return {
    name: 'seller-hub:react-exports',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      // React's own files require the originals.
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

import type { ESTree, Plugin } from 'vite'

/**
 * Files of packages that no page of the hub runs as they are, and what stands in for each. A file that is no longer there,
 * or of which something else is wanted, fails the build: look whether the hub still does without.
 */
const standIns = new Map([
  [
    // Watches loaders and navigations, for those who pass `instrumentations` to the router: nobody does.
    'node_modules/react-router/dist/production/lib/router/instrumentation.js',
    `const leftOut = undefined
    export { leftOut as getRouteInstrumentationUpdates, leftOut as instrumentClientSideRouter }
    export { leftOut as instrumentHandler, leftOut as instrumentationResultMetaContext }
    // Asked for the same at each navigation, and has nothing where nobody watches.
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined`,
  ],
  [
    // Around each import(), to fetch what a file needs together with it. Vite's own waits for the sheets of files, which the
    // hub does not have.
    'vite/preload-helper.js',
    `const asked = new Set()
    export const __vitePreload = (load, files = []) => {
      for (const file of files) {
        if (asked.has(file)) continue
        asked.add(file)
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
      }
      return load()
    }`,
  ],
])

/** What the router calls only to warn who programs; and what makes a component or a context, which is not made where nobody uses it. */
const manualPureFunctions =
  'warning warningOnce warnOnce React$1.createContext React$1.forwardRef React$1.memo createContext forwardRef lazy memo'.split(
    ' ',
  )
const rolldownOptions = { treeshake: { manualPureFunctions } }

/** What each browser has that the hub is built for (`lib/old-browser.ts`), and what none has: nothing is kept for others. */
const known = {
  object: 'window document performance Reflect',
  function:
    'AbortController MessageChannel Promise WeakMap WeakSet clearTimeout queueMicrotask reportError requestAnimationFrame setTimeout performance.now performance.getEntriesByType window.ErrorEvent window.document.createElement',
  undefined: 'process setImmediate',
}

/** The same as the bundler wants it, and what none of these browsers says; who programs runs `npm run dev`. */
const constants = {
  ...Object.fromEntries(
    Object.entries(known).flatMap(([type, names]) =>
      names.split(' ').map((name) => [`typeof ${name}`, JSON.stringify(type)]),
    ),
  ),
  'document.documentMode': 'undefined',
  __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
}

/** Of components, for developers' tools: a component that has one counts as used. */
const displayNames = 'displayName'

/** Whether a statement does nothing but `Component.displayName = …`. */
function givesDisplayName(statement: ESTree.Statement): boolean {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return false
  const { left } = statement.expression
  return left.type === 'MemberExpression' && left.property.type === 'Identifier' && left.property.name === displayNames
}

/** Leaves out of the browser's bundle what packages have for other browsers, for other programs and for who programs. */
export function leftOut(): Plugin {
  const found = new Set<string>()
  return {
    name: 'seller-hub:left-out',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    configEnvironment: (name) => (name === 'client' ? { define: constants, build: { rolldownOptions } } : null),
    load(id) {
      for (const [file, standIn] of standIns) {
        if (!id.replaceAll('\\', '/').replace('\0', '/').endsWith(`/${file}`)) continue
        found.add(file)
        return standIn
      }
      return null
    },
    transform: {
      filter: { id: /\/node_modules\/react-router\/.*\.js$/, code: 'displayName' },
      handler(code) {
        const names = this.parse(code).body.filter(givesDisplayName)
        if (names.length > 0) found.add(displayNames)
        // In place, so that all else stays where the source map says.
        const without = names.reduce(
          (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
          code,
        )
        return { code: without, map: null }
      },
    },
    buildEnd(error) {
      const missing = [...standIns.keys(), displayNames].filter((file) => !found.has(file))
      if (!error && missing.length > 0) throw new Error(`nothing to leave out: ${missing.join(', ')}`)
    },
  }
}

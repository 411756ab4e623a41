import type { Plugin } from 'vite'

/** Modules that come with what we use and do nothing for us, by the end of their path, and what stands in their place. */
const leftOut: Readonly<Record<string, string>> = {
  // Asks for styles and further files of what is imported later: there is one sheet, and no such file needs many others.
  '\0vite/preload-helper.js': 'export const __vitePreload = (load) => load()',
  // For a router that is given `instrumentations`; only the first is asked by ours, on every navigation.
  '/react-router/dist/production/lib/router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router
    // The server's.
    export const instrumentHandler = undefined
    export const instrumentationResultMetaContext = undefined`,
}

/**
 * Leaves out of the browser's bundle what the bundler cannot know to be unused. The build fails where such a module is not
 * found, or is asked for more than stands here, as after an update.
 */
export function leaveOut(): Plugin {
  const met = new Set<string>()
  return {
    name: 'seller-hub:leave-out',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      const end = Object.keys(leftOut).find((name) => id.endsWith(name))
      if (end === undefined) return null
      met.add(end)
      return leftOut[end]!
    },
    buildEnd(failure) {
      const missing = Object.keys(leftOut).filter((name) => !met.has(name))
      if (!failure && missing.length > 0)
        this.error(`nothing asks for ${missing.join(', ')} any more (app/left-out-plugin.ts)`)
    },
  }
}

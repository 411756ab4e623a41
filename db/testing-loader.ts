import { readFileSync } from 'node:fs'
import { registerHooks, setSourceMapsSupport, type LoadFnOutput } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'
import { clockOffset, moveClock } from './testing-clock.ts'

// Node itself loads the tests (decision 20). This loader handles what the build usually does: TypeScript, JSX, style
// sheets, CSS module class names and file URLs.

setSourceMapsSupport(true)
if (clockOffset > 0) moveClock(clockOffset)

registerHooks({
  load(url, context, nextLoad) {
    const { pathname, search } = new URL(url)
    if (search === '?url') return asModule(JSON.stringify(pathname))
    if (search === '?inline') return asModule(JSON.stringify(readFileSync(fileURLToPath(url), 'utf8')))
    if (pathname.endsWith('.css')) return asModule('new Proxy({}, { get: (_, name) => name })')
    if (/\.tsx?$/.test(pathname) && !pathname.includes('/node_modules/')) return compiled(fileURLToPath(url))
    return nextLoad(url, context)
  },
})

const asModule = (value: string): LoadFnOutput => source(`export default ${value}`)

function compiled(file: string): LoadFnOutput {
  const options = { jsx: { development: false }, sourcemap: true }
  const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), options)
  if (errors[0]) throw errors[0]
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64')
  return source(`${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`)
}

const source = (text: string): LoadFnOutput => ({ format: 'module', shortCircuit: true, source: text })

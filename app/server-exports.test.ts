import { parseAst } from 'rolldown/parseAst'
import { expect, it } from 'vitest'
import { withoutServerExports } from './server-exports.ts'

const strip = (code: string) => withoutServerExports(code, parseAst(code))
const linesOf = (code: string) =>
  code
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

it('removes loader and action, and what only they use, in place', () => {
  const code = `import { readOrders } from './orders-db.server.ts'
import { limit, title } from './orders.ts'
import './sheet.css'
const most = limit * 2
async function read(db) { return readOrders(db, most) }
export const loader = sellerLoader(({ db }) => read(db))
export async function action() {}
export const headers = actionHeaders
await loadTexts('order')
const label = title
export default function Page() { return label }`
  expect(linesOf(strip(code))).toEqual([
    "import { limit, title } from './orders.ts'",
    "import './sheet.css'",
    "await loadTexts('order')",
    'const label = title',
    'export default function Page() { return label }',
  ])
  expect(strip(code)).toHaveLength(code.length)
})

it('keeps what a page shares with its loader, and properties of the same names do not count', () => {
  const code = `import { toModel } from './model.ts'
import { read, write } from './db.server.ts'
export const loader = () => toModel(read())
export default function Page({ action }) { return toModel({ loader: action.write, read: 1 }) }
export function ErrorBoundary() { const { write: text } = useLoaderData(); return text }`
  expect(linesOf(strip(code)).slice(0, 2)).toEqual([
    "import { toModel } from './model.ts'",
    'export default function Page({ action }) { return toModel({ loader: action.write, read: 1 }) }',
  ])
})

it('keeps side effects and exports of other names', () => {
  const code = `import { a, b } from './both.ts'
register(a)
export { b }
export const tab = 1`
  expect(strip(code)).toBe(code)
})

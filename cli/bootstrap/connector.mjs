import './node-version.mjs'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const [name = '', ...args] = process.argv.slice(2)

void import('./setup.mjs').then(async ({ install, execute, fail, root }) => {
  await install().catch(fail)
  const folder = path.join(root, 'connectors')
  const names = readdirSync(folder).filter((each) => existsSync(path.join(folder, each, 'main.ts')))
  if (!names.includes(name)) {
    console.error(`npm run connector -- <name> <command>. There are: ${names.toSorted().join(', ')}.`)
    process.exit(2)
  }
  execute(`connectors/${name}/main.ts`, args)
})

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { currentTypes } from './kit-types.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const file = path.join(root, 'connectors/kit/hub-api.ts')

writeFileSync(file, currentTypes())
execFileSync(path.join(root, 'node_modules/.bin/oxfmt'), [file], { stdio: 'inherit' })

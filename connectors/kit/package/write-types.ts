import { writeFileSync } from 'node:fs'
import { currentTypes } from './kit-types.ts'

writeFileSync(new URL('../hub-api.ts', import.meta.url), currentTypes())

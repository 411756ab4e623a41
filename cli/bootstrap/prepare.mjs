import { existsSync } from 'node:fs'
import { writeKitTypes } from './kit-types.mjs'

// npm runs this after `npm install`, so that `npx tsc` works. A hub needs no types, and the first layer of its image has no
// sources.
const forDevelopment = !(process.env.npm_config_omit ?? '').includes('dev')
if (forDevelopment && existsSync('connectors/kit'))
  writeKitTypes().catch((/** @type {Error} */ error) => console.error(error.message))

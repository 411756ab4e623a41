import { kitVersion, runCommand } from '../kit/index.ts'
import { createExampleSource } from './example-source.ts'

const connector = { name: 'example', version: kitVersion, createSource: createExampleSource }
process.exitCode = await runCommand(connector, { args: process.argv.slice(2), env: process.env })

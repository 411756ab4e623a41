import { kitVersion, runCommand } from '../kit/index.ts'
import { createMedusaSource } from './medusa-source.ts'

const connector = { name: 'medusa', version: kitVersion, createSource: createMedusaSource }
process.exitCode = await runCommand(connector, { args: process.argv.slice(2), env: process.env })

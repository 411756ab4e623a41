import { kitVersion, runCommand } from '../kit/index.ts'
import { createVendureSource } from './vendure-source.ts'

const connector = { name: 'vendure', version: kitVersion, createSource: createVendureSource }
process.exitCode = await runCommand(connector, { args: process.argv.slice(2), env: process.env })

import { backupCommand } from './backup-command.ts'
import type { Command } from './command.ts'
import { demoCommand } from './demo-command.ts'
import { doctorCommand } from './doctor-command.ts'
import { importCommand } from './import-command.ts'
import { keyCommand } from './key-command.ts'
import { messagesCommand } from './messages-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { restoreCommand } from './restore-command.ts'
import { simulateCommand } from './simulate-command.ts'
import { speedCommand } from './speed-command.ts'
import { summaryLinkCommand } from './summary-link-command.ts'
import { userCommand } from './user-command.ts'

/** All commands, in the order in which they are listed. */
export const commands: readonly Command[] = [
  migrateCommand,
  demoCommand,
  importCommand,
  simulateCommand,
  userCommand,
  keyCommand,
  summaryLinkCommand,
  speedCommand,
  messagesCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
]

import type { Command } from './command.ts'

/** All commands by name, in display order. Loaded on demand: loading all would add half a second to every start. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  migrate: async () => (await import('./migrate-command.ts')).migrateCommand,
  demo: async () => (await import('./demo-command.ts')).demoCommand,
  import: async () => (await import('./import-command.ts')).importCommand,
  simulate: async () => (await import('./simulate-command.ts')).simulateCommand,
  user: async () => (await import('./user-command.ts')).userCommand,
  seller: async () => (await import('./seller-command.ts')).sellerCommand,
  buyer: async () => (await import('./buyer-command.ts')).buyerCommand,
  key: async () => (await import('./key-command.ts')).keyCommand,
  'summary-link': async () => (await import('./summary-link-command.ts')).summaryLinkCommand,
  speed: async () => (await import('./speed-command.ts')).speedCommand,
  messages: async () => (await import('./messages-command.ts')).messagesCommand,
  backup: async () => (await import('./backup-command.ts')).backupCommand,
  restore: async () => (await import('./restore-command.ts')).restoreCommand,
  distribute: async () => (await import('./distribute-command.ts')).distributeCommand,
  doctor: async () => (await import('./doctor-command.ts')).doctorCommand,
}

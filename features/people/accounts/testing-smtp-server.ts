import { createServer, type Socket } from 'node:net'
import { afterTestFile } from '#db/testing-cleanup.ts'
import { portOf } from '#lib/listening.ts'

/** A message as a mail server took it. */
export interface TakenMail {
  to: string
  /** Head and body, as they came. */
  source: string
}

/**
 * A mail server (SMTP, RFC 5321) that accepts and records all messages of the test file, greeting on demand. `refuse`
 * returns the error for a rejected address, or null.
 */
export async function smtpServer(
  mayGreet?: Promise<void>,
  refuse: (address: string) => string | null = () => null,
): Promise<{ url: string; mails: TakenMail[] }> {
  const mails: TakenMail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)))
    void Promise.resolve(mayGreet).then(() => talk(socket, { mails, refuse }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterTestFile(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `smtp://127.0.0.1:${portOf(server)}`, mails }
}

/** Handles one client, line by line. */
function talk(
  socket: Socket,
  { mails, refuse }: { mails: TakenMail[]; refuse: (address: string) => string | null },
): void {
  let waiting = ''
  let to = ''
  let lines: string[] | null = null
  const say = (text: string) => socket.write(`${text}\r\n`)
  const take = (line: string) => {
    if (lines && line !== '.') return void lines.push(line.replace(/^\./, ''))
    if (lines) {
      mails.push({ to, source: lines.join('\n') })
      lines = null
      return say('250 taken')
    }
    const address = /^RCPT TO:<(.*)>/i.exec(line)?.[1]
    const refusal = address ? refuse(address) : null
    if (refusal) return say(refusal)
    if (address) to = address
    if (/^DATA/i.test(line)) lines = []
    return say(lines ? '354 go on' : /^QUIT/i.test(line) ? '221 bye' : '250 yes')
  }
  say('220 tests')
  socket.setEncoding('utf8').on('data', (text: string) => {
    const parts = (waiting + text).split('\r\n')
    waiting = parts.pop()!
    for (const line of parts) take(line)
  })
}

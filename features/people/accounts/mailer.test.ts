import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createMailer, isMailServerUnavailable, mailServer } from './mailer.server.ts'
import { smtpServer } from './testing-smtp-server.ts'

const mail = { to: 'ada@example.com', subject: 'Link', text: 'https://hub.example.com/reset-password?token=x' }

function mailerWith(nodeEnv: string, transport?: () => Promise<void>, smtpUrl: string | null = null) {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const config = { smtpUrl, mailFrom: 'hub@example.com', nodeEnv }
  return { mailer: createMailer({ config, log, transport }), lines }
}

describe('createMailer', () => {
  it('logs the message in development without SMTP', async () => {
    const { mailer, lines } = mailerWith('development')
    mailer.send(async () => mail)
    await mailer.idle()
    expect(lines.join('')).toContain(mail.text)
    expect(mailer.canSend).toBe(true)
  })

  it('keeps links out of a production log, and reports that it cannot send', async () => {
    const { mailer, lines } = mailerWith('production')
    expect(mailer.canSend).toBe(false)
    mailer.send(async () => mail)
    await mailer.idle()
    expect(lines.join('')).toContain('SMTP_URL is not set')
    expect(lines.join('')).not.toContain('token=')
  })

  it('survives a refusing server, and a message that cannot be composed', async () => {
    const { mailer, lines } = mailerWith('production', () => Promise.reject(new Error('550 no such mailbox')))
    mailer.send(async () => mail)
    mailer.send(() => Promise.reject(new Error('the database is away')))
    mailer.send(async () => null)
    await mailer.idle()
    expect(lines).toHaveLength(2)
    expect(lines.join('')).not.toContain('token=')
  })
})

describe('a mail that the server rejects', () => {
  it('is logged with the server’s codes but not its text, which quotes the address', async () => {
    const { url } = await smtpServer(undefined, (address) => `550 5.1.1 <${address}>: Recipient address rejected`)
    const { mailer, lines } = mailerWith('production', undefined, url)
    mailer.send(async () => mail)
    await mailer.idle()
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain('ada@')
    expect(JSON.parse(lines[0]!).err).toMatchObject({
      message: expect.stringContaining('RCPT TO: 550 5.1.1'),
      code: 'EENVELOPE',
      responseCode: 550,
    })
  })

  it('is logged with the system’s error if the server is unavailable', async () => {
    const { mailer } = mailerWith('production', undefined, 'smtp://127.0.0.1:1')
    await expect(mailer.deliver(mail)).rejects.toThrow('ECONNREFUSED 127.0.0.1:1')
  })
})

it('isMailServerUnavailable distinguishes an unavailable server from a rejected message', async () => {
  const error: unknown = await mailServer('smtp://127.0.0.1:1')
    .sendMail({ from: 'hub@example.com', ...mail })
    .catch((reason: unknown) => reason)
  expect(isMailServerUnavailable(error)).toBe(true)
  expect(isMailServerUnavailable(Object.assign(new Error('550 no such mailbox'), { code: 'EENVELOPE' }))).toBe(false)
})

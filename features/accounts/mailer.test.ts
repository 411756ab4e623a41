import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createMailer, isMailServerAway, mailServer } from './mailer.server.ts'

const mail = { to: 'ada@example.com', subject: 'Link', text: 'https://hub.example.com/reset-password?token=x' }

function mailerWith(nodeEnv: string, transport?: () => Promise<void>) {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const config = { smtpUrl: null, mailFrom: 'hub@example.com', nodeEnv }
  return { mailer: createMailer({ config, log, transport }), lines }
}

describe('createMailer', () => {
  it('logs the message where there is no SMTP, while developing', async () => {
    const { mailer, lines } = mailerWith('development')
    mailer.send(async () => mail)
    await mailer.idle()
    expect(lines.join('')).toContain(mail.text)
    expect(mailer.canSend).toBe(true)
  })

  it('keeps links out of the log of a production hub, and says that it cannot send', async () => {
    const { mailer, lines } = mailerWith('production')
    expect(mailer.canSend).toBe(false)
    mailer.send(async () => mail)
    await mailer.idle()
    expect(lines.join('')).toContain('SMTP_URL is not set')
    expect(lines.join('')).not.toContain('token=')
  })

  it('survives a server that refuses, and a message that cannot be composed', async () => {
    const { mailer, lines } = mailerWith('production', () => Promise.reject(new Error('550 no such mailbox')))
    mailer.send(async () => mail)
    mailer.send(() => Promise.reject(new Error('the database is away')))
    mailer.send(async () => null)
    await mailer.idle()
    expect(lines).toHaveLength(2)
    expect(lines.join('')).not.toContain('token=')
  })
})

describe('isMailServerAway', () => {
  it('tells a server that is not there from one that refuses a message', async () => {
    const error: unknown = await mailServer('smtp://127.0.0.1:1')
      .sendMail({ from: 'hub@example.com', ...mail })
      .catch((reason: unknown) => reason)
    expect(isMailServerAway(error)).toBe(true)
    expect(isMailServerAway(Object.assign(new Error('550 no such mailbox'), { code: 'EENVELOPE' }))).toBe(false)
  })
})
